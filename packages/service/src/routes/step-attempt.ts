import type { StepAttempt } from '../executions/awaited-step.ts';
import type { RequestContext } from '../http/app-environment.ts';
import { Refusal } from '../refusal.ts';

/** The step and attempt that an address names. @throws {Refusal} NOT_FOUND when it can be the address of none. */
export function stepAttemptOf(context: RequestContext): StepAttempt {
  const attempt = context.req.param('attempt') ?? '';
  if (!/^[1-9]\d{0,3}$/.test(attempt)) throw new Refusal('NOT_FOUND', 'There is no such attempt.');
  return { stepId: context.req.param('stepId') ?? '', attempt: Number(attempt) };
}
