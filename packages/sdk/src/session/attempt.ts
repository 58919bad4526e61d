import type { ClientState } from '@vendor/contract';
import type { Attempt } from './ports.ts';

/** The attempt that the service awaits; null when it awaits none. */
export function attemptOf({ step }: ClientState): Attempt | null {
  return step && { stepId: step.id, attempt: step.attempt };
}

/** Whether two states are about the same attempt of the same step. */
export function isSameAttempt(before: ClientState, after: ClientState): boolean {
  const [one, two] = [attemptOf(before), attemptOf(after)];
  return one?.stepId === two?.stepId && one?.attempt === two?.attempt;
}
