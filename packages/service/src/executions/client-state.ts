import type { ClientState, ClientStep } from '@vendor/contract';
import { interactiveNodes, nodeOf, type WorkflowDefinition } from '../workflows/definition.ts';
import { isInteractive } from '../workflows/node.ts';
import { outcomeOf } from './outcome-of.ts';
import { deadlineOf } from './session-lifetime.ts';
import type { StoredCaptureRow, StoredExecution } from './stored-execution.ts';

/** Everything the user's page may know about its execution, and nothing else. Pure. */
export function clientState(
  execution: StoredExecution,
  definition: WorkflowDefinition,
  captures: readonly StoredCaptureRow[],
): ClientState {
  const { walk } = execution;
  const interactive = interactiveNodes(definition);
  const done = interactive.filter(([id]) => walk.decided.some((check) => check.nodeId === id));
  const begun = execution.begunAt !== null;
  return {
    seq: execution.seq,
    executionId: execution.id,
    // Before the begin it is the user who is awaited, even when the first node is an invisible one.
    awaiting: begun || walk.awaiting === 'none' ? walk.awaiting : 'user',
    begun,
    deadline: new Date(deadlineOf(execution)).toISOString(),
    progress: { done: done.length, total: interactive.length },
    step: begun ? awaitedStep(execution, definition, captures) : firstStep(definition),
    outcome: outcomeOf(execution),
  };
}

function awaitedStep(
  { walk }: StoredExecution,
  definition: WorkflowDefinition,
  captures: readonly StoredCaptureRow[],
): ClientStep | null {
  const node = nodeOf(definition, walk.at);
  if (walk.awaiting !== 'user' || !isInteractive(node)) return null;
  return {
    kind: node.kind,
    id: walk.at,
    attempt: walk.attempt,
    attemptsLeft: node.attempts - walk.attempt,
    accepts: node.accepts,
    fileAllowed: node.fileAllowed,
    reasons: walk.reasons,
    chosen: walk.chosen,
    stored: captures
      .filter((capture) => capture.nodeId === walk.at && capture.attempt === walk.attempt)
      .map(({ slot, digest, sizeBytes }) => ({ slot, digest, sizeBytes })),
  };
}

/** What the user will be asked for first: the page needs it to say what is coming. */
function firstStep(definition: WorkflowDefinition): ClientStep | null {
  const first = interactiveNodes(definition)[0];
  if (!first) return null;
  const [id, node] = first;
  return {
    kind: node.kind,
    id,
    attempt: 1,
    attemptsLeft: node.attempts - 1,
    accepts: node.accepts,
    fileAllowed: node.fileAllowed,
    reasons: [],
    chosen: null,
    stored: [],
  };
}
