import type { ClientStep } from '@vendor/contract';

/** Returns whether two states await the same attempt of the same step, or both await none. */
export function isSameAttempt(before: ClientStep | null, now: ClientStep | null): boolean {
  return before?.id === now?.id && before?.attempt === now?.attempt;
}
