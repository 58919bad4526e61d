import { captureSlotSchema, type ProblemFault } from '@vendor/contract';
import type { StepAttempt } from '../../executions/steps/awaited-step.ts';
import type { CaptureTarget } from '../../executions/steps/store-capture.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Reads the step and attempt from the path.
 *
 * @throws {Refusal} NOT_FOUND if no attempt can have this path.
 */
export function stepAttemptOf(context: RequestContext): StepAttempt {
  const attempt = attemptIn(context);
  if (attempt === null) throw noSuchPlace([noAttempt]);
  return { stepId: stepIdIn(context), attempt };
}

/**
 * Reads the slot of an attempt from the path.
 *
 * @throws {Refusal} NOT_FOUND if no slot can have this path.
 */
export function captureTargetOf(context: RequestContext): CaptureTarget {
  const attempt = attemptIn(context);
  const slot = captureSlotSchema.safeParse(context.req.param('slot')).data ?? null;
  if (attempt === null || slot === null) {
    throw noSuchPlace([...(attempt === null ? [noAttempt] : []), ...(slot === null ? [noSlot] : [])]);
  }
  return { stepId: stepIdIn(context), attempt, slot };
}

const noAttempt = notFound('attempt', 'must be a number from 1 to 9999');
const noSlot = notFound('slot', 'is not a valid slot');

function notFound(parameter: string, detail: string): ProblemFault {
  return { parameter, code: 'NOT_FOUND', detail };
}

function noSuchPlace(faults: readonly ProblemFault[]): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such attempt or slot.', faults);
}

function stepIdIn(context: RequestContext): string {
  return context.req.param('stepId') ?? '';
}

function attemptIn(context: RequestContext): number | null {
  const attempt = context.req.param('attempt') ?? '';
  return /^[1-9]\d{0,3}$/.test(attempt) ? Number(attempt) : null;
}
