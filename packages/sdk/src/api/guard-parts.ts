import type { StoredCapture } from '@vendor/contract';

/** Checks an answer of the service against a type of the contract. */
export type Guard<T> = (value: unknown) => value is T;
export type Test = (value: unknown) => boolean;

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isOneOf =
  (...allowed: readonly unknown[]): Test =>
  (value) =>
    allowed.includes(value);
export const isBoolean = isOneOf(true, false);
export const isCount =
  (min: number): Test =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= min;
export const isMatch =
  (pattern: RegExp): Test =>
  (value) =>
    isString(value) && pattern.test(value);
export const isNullOr =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
export const isListOf =
  (test: Test, minLength = 0): Test =>
  (value) =>
    Array.isArray(value) && value.length >= minLength && value.every(test);

/** Returns a guard for an object whose members all pass. The compiler requires a test for every member of the type. */
export function isObject<T>(members: { readonly [Member in keyof T]-?: Test }): Guard<T> {
  const tests = Object.entries<Test>(members);
  return (value): value is T =>
    Object(value) === value && tests.every(([name, test]) => test((value as Record<string, unknown>)[name]));
}

const isSlot = isMatch(/^(front|back|selfie-([1-6]|video)|address|card-(front|back)|evidence-[1-5])$/);

/** Returns whether an answer is a stored capture, as defined by the contract. */
export const isStoredCapture = isObject<StoredCapture>({
  slot: isSlot,
  digest: isMatch(/^[A-Za-z0-9_-]{43}$/),
  sizeBytes: Number.isSafeInteger,
});
