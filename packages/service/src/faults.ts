import { isUnstorable, type ProblemCode, type ProblemFault } from '@vendor/contract';
import type { z } from 'zod';

/** Schema that a body must match. */
export type BodySchema<Body> = z.ZodType<Body>;

/** Maximum number of faults listed: nobody reads more, and a reply must not grow with a hostile request. */
const maxFaults = 200;

/** Maximum length of a member name that is repeated in a reply, for the same reason. */
const maxNameLength = 256;

/** Result of validating a body: its data or its faults. */
export type CheckedBody<Body> =
  | { readonly data: Body; readonly faults: readonly [] }
  | { readonly data: null; readonly faults: readonly ProblemFault[] };

/**
 * Validates a body by its schema. Drops optional members that are null, and treats a required member that is null as missing.
 * Details never repeat a value, which may be personal data.
 *
 * @param malformed - code of a member with a wrong value.
 * @param missing - code of a required member that is missing.
 */
export function checkBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  malformed: ProblemCode,
  missing: ProblemCode = malformed,
): CheckedBody<z.infer<Schema>> {
  const result = schema.safeParse(body);
  const issues = result.success ? [] : result.error.issues;
  const found = onePerPointer(issues.flatMap((issue) => toFaults(body, issue, malformed, missing)));
  const faults = [...found.slice(0, maxFaults), ...findUnstorable(body, malformed, found)];
  if (!result.success || faults.length > 0) return { data: null, faults };
  return { data: withoutUndefined(result.data), faults: [] };
}

/** Keeps one fault for each pointer: a value that breaks several rules is corrected once. */
function onePerPointer(faults: readonly ProblemFault[]): ProblemFault[] {
  const first = new Map<string | undefined, ProblemFault>();
  for (const fault of faults) if (!first.has(fault.pointer)) first.set(fault.pointer, fault);
  return [...first.values()];
}

/** Drops members that are undefined, which JSON cannot express. */
function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutUndefined) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutUndefined(inner)])) as T;
}

function toFaults(
  body: unknown,
  issue: z.core.$ZodIssue,
  malformed: ProblemCode,
  missing: ProblemCode,
): ProblemFault[] {
  if (issue.code === 'unrecognized_keys') {
    const whole = pointerOf(issue.path);
    // Names that cannot be repeated share the pointer of their object, and become one fault.
    const pointers = new Set(issue.keys.map((key) => pointerOf([...issue.path, key])));
    return [...pointers].map((pointer) => ({
      pointer,
      code: malformed,
      detail: pointer === whole ? 'has an unknown member' : 'is an unknown member',
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

/** Returns whether a member is absent or null. A null body or list element is a wrong value instead. */
function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  const value = valueAt(body, path);
  if (value === undefined) return true;
  return value === null && path.length > 0 && !Array.isArray(valueAt(body, path.slice(0, -1)));
}

/**
 * Returns faults for texts that no store accepts, anywhere in a body, also in unknown members. Skips pointers that the schema
 * has already reported.
 */
function findUnstorable(body: unknown, code: ProblemCode, found: readonly ProblemFault[]): ProblemFault[] {
  const known = new Set<string | undefined>(found.map((fault) => fault.pointer));
  const pointers = new Set<string>();
  collectUnstorable(body, [], pointers);
  return [...pointers]
    .filter((pointer) => !known.has(pointer))
    .map((pointer) => ({ pointer, code, detail: 'must not contain NUL or lone surrogates' }));
}

function collectUnstorable(value: unknown, path: string[], pointers: Set<string>): void {
  if (pointers.size >= maxFaults) return;
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
 * Returns a path as a JSON pointer (RFC 6901). It ends before the first name that cannot be repeated, and then points at the
 * enclosing object.
 */
export function pointerOf(path: readonly PropertyKey[]): string {
  const names = path.map(String);
  const end = names.findIndex((name) => name.length > maxNameLength || isUnstorable(name));
  return names
    .slice(0, end < 0 ? undefined : end)
    .map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}
