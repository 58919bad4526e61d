import { isUnstorable, type ProblemCode, type ProblemFault } from '@vendor/contract';
import type { z } from 'zod';

/** Schema that a body must match. */
export type BodySchema<Body> = z.ZodType<Body>;

/** More faults than this are not listed: nobody reads them, and a reply must not grow with a hostile request. */
const longestList = 200;

/** A longer name is not repeated, for the same reason. */
const longestName = 256;

/** A body after its schema: what it holds, or what is wrong with it. */
export type CheckedBody<Body> =
  | { readonly data: Body; readonly faults: readonly [] }
  | { readonly data: null; readonly faults: readonly ProblemFault[] };

/**
 * Reads a body by its schema. Optional members that are null are left out; a required one that is null is missing. Details
 * never repeat a value, which may be personal data.
 *
 * @param malformed - the code of a member with a wrong value.
 * @param missing - the code of a required member that is not there.
 */
export function checkBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  malformed: ProblemCode,
  missing: ProblemCode = malformed,
): CheckedBody<z.infer<Schema>> {
  const result = schema.safeParse(body);
  const issues = result.success ? [] : result.error.issues;
  const found = firstOfEach(issues.flatMap((issue) => faultsOfIssue(body, issue, malformed, missing)));
  const faults = [...found.slice(0, longestList), ...unstorableFaults(body, malformed, found)];
  if (!result.success || faults.length > 0) return { data: null, faults };
  return { data: withoutUndefined(result.data), faults: [] };
}

/** One fault for each place: a value that breaks several rules is to be written anew once. */
function firstOfEach(faults: readonly ProblemFault[]): ProblemFault[] {
  const first = new Map<string | undefined, ProblemFault>();
  for (const fault of faults) if (!first.has(fault.pointer)) first.set(fault.pointer, fault);
  return [...first.values()];
}

/** JSON has no undefined: it stands for a member that was left out, whose name is dropped. */
function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutUndefined) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutUndefined(inner)])) as T;
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
  const isAbsent = isMissing(body, issue.path);
  return [
    {
      pointer: pointerOf(issue.path),
      code: isAbsent ? missing : malformed,
      detail: isAbsent ? 'is missing' : issue.message,
    },
  ];
}

/** Whether a member is not there or null. The body as a whole and entries of a list have a wrong value then. */
function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  const value = valueAt(body, path);
  if (value === undefined) return true;
  return value === null && path.length > 0 && !Array.isArray(valueAt(body, path.slice(0, -1)));
}

/**
 * The faults of texts that no store can keep, wherever in a body they are, unknown members included; those that its schema
 * found already are left out.
 */
function unstorableFaults(body: unknown, code: ProblemCode, found: readonly ProblemFault[]): ProblemFault[] {
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
