import type { ClientState } from '@vendor/contract';
import type { Attempt } from './ports.ts';

/** Returns the attempt that the service awaits; null if it awaits none. */
export function awaitedAttempt({ step }: ClientState): Attempt | null {
  return step && { stepId: step.id, attempt: step.attempt };
}
