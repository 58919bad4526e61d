import {
  addressRetryReasons,
  type ClientState,
  type ClientStep,
  cardRetryReasons,
  documentRetryReasons,
  evidenceRetryReasons,
  type RetryReason,
  type StoredCapture,
  selfieRetryReasons,
} from '@vendor/contract';
import { nodeOf, type WorkflowDefinition } from '../workflows/definition.ts';
import { type InteractiveNode, isInteractive, openFields, takesCaptures } from '../workflows/node.ts';
import type { Walk } from '../workflows/walk.ts';
import { capturesOfAttempt } from './capture-slots.ts';
import { outcomeOf } from './outcome-of.ts';
import { deadlineOf, extendedDeadline } from './session-lifetime.ts';
import type { StoredCaptureRow, StoredExecution } from './stored-execution.ts';

/** Time to read, move and hold still; nobody is kept to it. */
const secondsPerPose = 4;

/** Poses are drawn when the user begins; a page that asks before learns nothing of them. */
const undrawnPoses = ['straight', 'straight'] as const;

/**
 * Everything the user's page may know about its execution, and nothing else. Pure.
 *
 * @param now - the service's time as this is answered, in ms since 1970.
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
    // Before the begin it is the user who is awaited, even when the first node is an invisible one.
    awaiting: begun || walk.awaiting === 'none' ? walk.awaiting : 'user',
    begun,
    deadline: new Date(deadline).toISOString(),
    timeLeftMs: Math.max(0, deadline - now),
    extendable: walk.awaiting !== 'none' && extendedDeadline(execution, now) !== null,
    progress: { done, total: done + walk.coming.length },
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
  // Once purged, a walk that has ended names no node.
  if (walk.awaiting !== 'user') return null;
  const node = nodeOf(definition, walk.at);
  if (!isInteractive(node)) return null;
  const stored = capturesOfAttempt(captures, { stepId: walk.at, attempt: walk.attempt }).map(
    ({ slot, digest, sizeBytes }) => ({ slot, digest, sizeBytes }),
  );
  return stepOf(walk.at, node, { ...walk, stored });
}

/** Answers the first step of the user: the page needs it to say what is coming. */
function firstStep(
  { at, coming: [id], fields: walkFields }: Walk,
  definition: WorkflowDefinition,
): ClientStep | null {
  const node = id === undefined ? undefined : nodeOf(definition, id);
  if (id === undefined || !node || !isInteractive(node)) return null;
  // Data known of the user by then may shorten a form; until then, the step names all that it can ask for.
  const fields = id === at ? walkFields : node.kind === 'form' ? openFields(node, {}) : [];
  return stepOf(id, node, { attempt: 1, reasons: [], chosen: null, poses: [], fields, stored: [] });
}

/** Of one try at a step, what the page is told. */
interface Attempt extends Pick<Walk, 'attempt' | 'reasons' | 'chosen' | 'poses' | 'fields'> {
  readonly stored: StoredCapture[];
}

function stepOf(id: string, node: InteractiveNode, { attempt, stored, ...walk }: Attempt): ClientStep {
  if (node.kind === 'form')
    return { kind: 'form', id, attempt: 1, attemptsLeft: 0, stored: [], fields: [...walk.fields] };
  const common = { id, attempt, attemptsLeft: node.attempts - attempt, stored };
  switch (node.kind) {
    case 'document':
      return {
        ...common,
        kind: 'document',
        accepts: node.accepts,
        fileAllowed: node.fileAllowed,
        reasons: reasonsAmong(documentRetryReasons, walk),
        chosen: walk.chosen,
      };
    case 'selfie':
      return {
        ...common,
        kind: 'selfie',
        reasons: reasonsAmong(selfieRetryReasons, walk),
        poses: walk.poses.length > 0 ? walk.poses : [...undrawnPoses],
        secondsPerPose,
      };
    case 'address': {
      const { fileAllowed, accepts, maxAgeDays } = node;
      const reasons = reasonsAmong(addressRetryReasons, walk);
      return { ...common, kind: 'address', fileAllowed, accepts, maxAgeDays, reasons };
    }
    case 'card': {
      const { fileAllowed, sides } = node;
      return { ...common, kind: 'card', fileAllowed, sides, reasons: reasonsAmong(cardRetryReasons, walk) };
    }
    case 'evidence': {
      const { fileAllowed, texts, minFiles, maxFiles, accepts } = node;
      const reasons = reasonsAmong(evidenceRetryReasons, walk);
      return { ...common, kind: 'evidence', fileAllowed, texts, minFiles, maxFiles, accepts, reasons };
    }
  }
}

/** Only what this kind of step can be told. */
function reasonsAmong<Reason extends RetryReason>(
  known: readonly Reason[],
  { reasons }: Pick<Walk, 'reasons'>,
): Reason[] {
  return reasons.filter((reason): reason is Reason => (known as readonly RetryReason[]).includes(reason));
}
