import { isUnstorable, type ProblemCode, type ProblemFault } from '@vendor/contract';
import type { z } from 'zod';

/** More faults than this are not listed: nobody reads them, and a reply must not grow with a hostile request. */
const longestList = 200;

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
  return issues.slice(0, longestList).map((issue) => {
    const isAbsent = valueAt(body, issue.path) === undefined;
    return {
      pointer: pointerOf(issue.path),
      code: isAbsent ? missing : malformed,
      detail: isAbsent ? 'is required' : issue.message,
    };
  });
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
  const known = new Set(found.map((fault) => fault.pointer));
  const pointers = new Set<string>();
  collectUnstorable(body, [], pointers);
  return [...pointers]
    .filter((pointer) => !known.has(pointer))
    .map((pointer) => ({ pointer, code, detail: 'must not contain NUL or lone surrogates' }));
}

/** A name that cannot be stored cannot be repeated either: its fault points at the object that has it. */
function collectUnstorable(value: unknown, path: string[], pointers: Set<string>): void {
  if (pointers.size >= longestList) return;
  if (typeof value === 'string') {
    if (isUnstorable(value)) pointers.add(pointerOf(path));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (isUnstorable(key)) pointers.add(pointerOf(path));
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

/** A path as a JSON pointer (RFC 6901). */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
