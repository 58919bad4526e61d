import type { ClientState, ClientStep, StoredCapture } from '@vendor/contract';
import { kindOf } from '../../check-kinds/registry.ts';
import { countFollowing } from '../../workflows/count-following.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { type InteractiveNode, isInteractive, openFields, takesCaptures } from '../../workflows/node.ts';
import type { Walk } from '../../workflows/walk.ts';
import { outcomeOf } from '../outcome/outcome-of.ts';
import { capturesOfAttempt } from '../steps/capture-slots.ts';
import type { StoredCaptureRow, StoredExecution } from '../stored-execution.ts';
import { deadlineOf, extendedDeadline } from './session-lifetime.ts';

/**
 * Collects everything that the user's page may know about its execution. Pure.
 *
 * @param now - time of the answer by the service's clock, in ms since 1970.
 */
export function clientState(
  execution: StoredExecution,
  definition: WorkflowDefinition,
  captures: readonly StoredCaptureRow[],
  now: number,
): ClientState {
  const { walk } = execution;
  const deadline = deadlineOf(execution);
  const checked = walk.decided.filter(({ nodeId }) => takesCaptures(nodeOf(definition, nodeId)));
  const done = checked.length + walk.answered.length;
  const begun = execution.begunAt !== null;
  return {
    seq: execution.seq,
    executionId: execution.id,
    // Before the begin, the user is awaited even if the first node is not interactive.
    awaiting: begun || walk.awaiting === 'none' ? walk.awaiting : 'user',
    begun,
    deadline: new Date(deadline).toISOString(),
    timeLeftMs: Math.max(0, deadline - now),
    extendable: walk.awaiting !== 'none' && extendedDeadline(execution, now) !== null,
    progress: { done, total: done + walk.coming.length, following: countFollowing(walk) },
    step: begun ? awaitedStep(execution, definition, captures) : firstStep(walk, definition),
    outcome: outcomeOf(execution),
    handOff: !begun || walk.awaiting === 'user' ? 'possible' : 'none',
  };
}

function awaitedStep(
  { walk }: StoredExecution,
  definition: WorkflowDefinition,
  captures: readonly StoredCaptureRow[],
): ClientStep | null {
  // Once purged, a finished walk names no node.
  if (walk.awaiting !== 'user') return null;
  const node = nodeOf(definition, walk.at);
  if (!isInteractive(node)) return null;
  const stored = capturesOfAttempt(captures, { stepId: walk.at, attempt: walk.attempt }).map(
    ({ slot, digest, sizeBytes }) => ({ slot, digest, sizeBytes }),
  );
  return stepOf(walk.at, node, { ...walk, stored });
}

/** Returns the first step of the user, which the page announces before the begin. */
function firstStep(
  { at, coming: [id], fields: walkFields }: Walk,
  definition: WorkflowDefinition,
): ClientStep | null {
  const node = id === undefined ? undefined : nodeOf(definition, id);
  if (id === undefined || !node || !isInteractive(node)) return null;
  // Data from earlier nodes may shorten the form; until then, the step lists all fields that the form may ask for.
  const fields = id === at ? walkFields : node.kind === 'form' ? openFields(node, {}) : [];
  return stepOf(id, node, { attempt: 1, reasons: [], chosen: null, poses: [], fields, stored: [] });
}

/** Part of the client state that concerns one attempt at a step. */
interface Attempt extends Pick<Walk, 'attempt' | 'reasons' | 'chosen' | 'poses' | 'fields'> {
  readonly stored: StoredCapture[];
}

function stepOf(id: string, node: InteractiveNode, { attempt, stored, ...walk }: Attempt): ClientStep {
  if (node.kind === 'form')
    return { kind: 'form', id, attempt: 1, attemptsLeft: 0, stored: [], fields: [...walk.fields] };
  const common = { id, attempt, attemptsLeft: node.attempts - attempt, stored };
  return kindOf(node).stepOf(node, common, walk);
}
