import { Refusal } from '../../refusal.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { type CaptureNode, takesCaptures } from '../../workflows/node.ts';
import type { StoredCaptureRow, StoredExecution } from '../stored-execution.ts';

/** One attempt at one step, as named in a client API address. */
export interface StepAttempt {
  readonly stepId: string;
  readonly attempt: number;
}

/**
 * Returns whether an attempt was submitted. Its captures never change afterwards. Every submission seals at least one capture,
 * so an attempt without sealed captures was not submitted.
 *
 * @param stored - the captures of the attempt.
 */
export function isSubmitted(stored: readonly StoredCaptureRow[]): boolean {
  return stored.some(({ sealedAt }) => sealedAt !== null);
}

/**
 * Returns the capture node of the attempt that the user is asked for.
 *
 * @param stored - the captures of the attempt.
 * @throws {Refusal} CAPTURE_SEALED if the attempt was submitted, STEP_NOT_AWAITED if it is not the current one.
 */
export function awaitedNode(
  execution: StoredExecution,
  definition: WorkflowDefinition,
  step: StepAttempt,
  stored: readonly StoredCaptureRow[],
): CaptureNode {
  if (isSubmitted(stored)) {
    throw new Refusal('CAPTURE_SEALED', 'This attempt was submitted and can no longer change.');
  }
  const { walk, begunAt } = execution;
  const isAwaited = begunAt !== null && walk.awaiting === 'user' && walk.at === step.stepId;
  const node = isAwaited && walk.attempt === step.attempt ? nodeOf(definition, walk.at) : null;
  if (!node || !takesCaptures(node))
    throw new Refusal('STEP_NOT_AWAITED', 'This is not the current step and attempt.');
  return node;
}
