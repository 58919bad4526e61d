import { Refusal } from '../../refusal.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { type CaptureNode, takesCaptures } from '../../workflows/node.ts';
import type { StoredCaptureRow, StoredExecution } from '../stored-execution.ts';

/** One try of one step, as a client address names it. */
export interface StepAttempt {
  readonly stepId: string;
  readonly attempt: number;
}

/**
 * Whether an attempt has been submitted: its captures never change again. Every submission seals one capture at least, so that
 * no other step, and no attempt that never was, looks as if it had been.
 *
 * @param stored - the captures of the attempt.
 */
export function isSubmitted(stored: readonly StoredCaptureRow[]): boolean {
  return stored.some(({ sealedAt }) => sealedAt !== null);
}

/**
 * The node of the attempt at captures that the user is asked for.
 *
 * @param stored - the captures of the attempt.
 * @throws {Refusal} CAPTURE_SEALED when the attempt was submitted, STEP_NOT_AWAITED when it is not its turn.
 */
export function awaitedNode(
  execution: StoredExecution,
  definition: WorkflowDefinition,
  step: StepAttempt,
  stored: readonly StoredCaptureRow[],
): CaptureNode {
  if (isSubmitted(stored)) {
    throw new Refusal('CAPTURE_SEALED', 'This attempt was submitted; it no longer changes.');
  }
  const { walk, begunAt } = execution;
  const isAwaited = begunAt !== null && walk.awaiting === 'user' && walk.at === step.stepId;
  const node = isAwaited && walk.attempt === step.attempt ? nodeOf(definition, walk.at) : null;
  if (!node || !takesCaptures(node))
    throw new Refusal('STEP_NOT_AWAITED', 'This is not the current step and attempt.');
  return node;
}
