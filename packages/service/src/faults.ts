import { isUnstorable, type ProblemCode, type ProblemFault } from '@vendor/contract';
import type { z } from 'zod';

/** What a body must be. */
export type BodySchema<Body> = z.ZodType<Body>;

/** More faults than this are not listed: nobody reads them, and a reply must not grow with a hostile request. */
const longestList = 200;

/** A longer name is not repeated, for the same reason. */
const longestName = 256;

/**
 * The faults of a request from what its schema found. Details come from the schema's words and never repeat a value,
 * which may be personal data.
 *
 * @param body what the schema was given.
 */
export function faultsOf(
  body: unknown,
  issues: readonly z.core.$ZodIssue[],
  malformed: ProblemCode,
  missing: ProblemCode = malformed,
): ProblemFault[] {
  return issues.flatMap((issue) => faultsOfIssue(body, issue, malformed, missing)).slice(0, longestList);
}

function faultsOfIssue(
  body: unknown,
  issue: z.core.$ZodIssue,
  malformed: ProblemCode,
  missing: ProblemCode,
): ProblemFault[] {
  if (issue.code === 'unrecognized_keys') {
    const whole = pointerOf(issue.path);
    // Several names that cannot be repeated are one fault of the object that has them.
    const pointers = new Set(issue.keys.map((key) => pointerOf([...issue.path, key])));
    return [...pointers].map((pointer) => ({
      pointer,
      code: malformed,
      detail: pointer === whole ? 'has a member that is not known' : 'is not a known member',
    }));
  }
  const isAbsent = valueAt(body, issue.path) === undefined;
  return [
    {
      pointer: pointerOf(issue.path),
      code: isAbsent ? missing : malformed,
      detail: isAbsent ? 'is required' : issue.message,
    },
  ];
}

/**
 * The faults of texts that no store can keep, wherever in a body they are, unknown members included; those that its schema
 * found already are left out.
 */
export function unstorableFaults(
  body: unknown,
  code: ProblemCode,
  found: readonly ProblemFault[],
): ProblemFault[] {
  const known = new Set<string | undefined>(found.map((fault) => fault.pointer));
  const pointers = new Set<string>();
  collectUnstorable(body, [], pointers);
  return [...pointers]
    .filter((pointer) => !known.has(pointer))
    .map((pointer) => ({ pointer, code, detail: 'must not contain NUL or lone surrogates' }));
}

function collectUnstorable(value: unknown, path: string[], pointers: Set<string>): void {
  if (pointers.size >= longestList) return;
  if (typeof value === 'string') {
    if (isUnstorable(value)) pointers.add(pointerOf(path));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (isUnstorable(key)) pointers.add(pointerOf([...path, key]));
      else collectUnstorable(inner, [...path, key], pointers);
    }
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner === null || inner === undefined ? undefined : (inner as Record<PropertyKey, unknown>)[key],
    value,
  );
}

/**
 * A path as a JSON pointer (RFC 6901). A name that cannot be repeated ends it: it points at the object that has the member
 * then.
 */
export function pointerOf(path: readonly PropertyKey[]): string {
  const names = path.map(String);
  const end = names.findIndex((name) => name.length > longestName || isUnstorable(name));
  return names
    .slice(0, end < 0 ? undefined : end)
    .map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}
