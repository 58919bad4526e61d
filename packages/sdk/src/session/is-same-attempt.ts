import type { ClientState } from '@vendor/contract';
import { attemptOf } from './attempt.ts';

/** Whether two states are about the same attempt of the same step. */
export function isSameAttempt(before: ClientState, after: ClientState): boolean {
  const [one, two] = [attemptOf(before), attemptOf(after)];
  return one?.stepId === two?.stepId && one?.attempt === two?.attempt;
}
