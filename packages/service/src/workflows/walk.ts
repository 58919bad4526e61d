import {
  clientOutcomeSchema,
  type DocumentType,
  documentTypeSchema,
  type RetryReason,
  retryReasonSchema,
} from '@vendor/contract';
import { z } from 'zod';
import { nodeOf, type WorkflowDefinition } from './definition.ts';
import { isInteractive } from './node.ts';
import { type DecidedStatus, statusFromChecks } from './status-rules.ts';

/** Where an execution stands in its workflow. Stored with it as JSON. */
export const walkSchema = z.object({
  /** The node it stands on. */
  at: z.string(),
  /** Whose turn it is; none: it has ended. */
  awaiting: z.enum(['user', 'checks', 'none']),
  /** Which try at this node it is, from 1. */
  attempt: z.int().min(1),
  /** Why the try before was not good enough; empty on the first. */
  reasons: z.array(retryReasonSchema),
  /** The document the user chose in the last submission at this node. */
  chosen: documentTypeSchema.nullable(),
  /** The checks that are decided, in the order of the walk. */
  decided: z.array(
    z.object({ nodeId: z.string(), status: z.enum(['APPROVED', 'REVIEW', 'DECLINED', 'ERROR']) }),
  ),
  /** How it ended; null before. */
  outcome: clientOutcomeSchema.nullable(),
});
export type Walk = z.infer<typeof walkSchema>;

/** What moves a walk on. */
export type WalkEvent =
  /** The user handed in what the node asks for. */
  | { readonly kind: 'submitted'; readonly chosen: DocumentType }
  /** What was handed in is not good enough to be judged. */
  | { readonly kind: 'retry'; readonly reasons: readonly RetryReason[] }
  | { readonly kind: 'decided'; readonly status: Exclude<DecidedStatus, 'ERROR'> }
  /** The check could not be carried out. */
  | { readonly kind: 'failed' }
  /** The user's time is over. */
  | { readonly kind: 'expired' };

/** The walk at its first node. */
export function startWalk(definition: WorkflowDefinition): Walk {
  return enter(definition, definition.start, []);
}

/**
 * The walk after an event. Invisible nodes are entered like others: the caller runs the check of the node that `at` names
 * whenever `awaiting` is `checks`.
 *
 * @throws when the event cannot happen where the walk stands; callers ask `awaiting` first.
 */
export function advance(definition: WorkflowDefinition, walk: Walk, event: WalkEvent): Walk {
  const awaited = event.kind === 'submitted' || event.kind === 'expired' ? 'user' : 'checks';
  if (walk.awaiting !== awaited)
    throw new Error(`"${event.kind}" cannot happen while ${walk.awaiting} is awaited.`);
  switch (event.kind) {
    case 'submitted':
      return { ...walk, awaiting: 'checks', chosen: event.chosen };
    case 'retry':
      return retry(definition, walk, event.reasons);
    case 'decided':
      return goOn(definition, walk, event.status);
    case 'failed': {
      // ERROR outranks whatever the rest of the walk could say, so nothing more is asked of the user.
      const decided = [...walk.decided, { nodeId: walk.at, status: 'ERROR' as const }];
      return end(walk.at, decided, { status: 'ERROR', retryLimitOf: null });
    }
    case 'expired':
      return { ...walk, awaiting: 'none', outcome: { status: 'EXPIRED', retryLimitOf: null } };
  }
}

function retry(definition: WorkflowDefinition, walk: Walk, reasons: readonly RetryReason[]): Walk {
  const node = nodeOf(definition, walk.at);
  if (!isInteractive(node)) throw new Error(`A ${node.kind} node cannot be tried again.`);
  if (walk.attempt < node.attempts) {
    return { ...walk, awaiting: 'user', attempt: walk.attempt + 1, reasons: [...reasons] };
  }
  // Past the limit the walk ends without the user: later steps are not shown to someone who cannot pass this one.
  const decided = [...walk.decided, { nodeId: walk.at, status: node.pastLimit }];
  return end(walk.at, decided, {
    status: statusFromChecks(decided.map((check) => check.status)),
    retryLimitOf: node.kind,
  });
}

function goOn(definition: WorkflowDefinition, walk: Walk, status: Exclude<DecidedStatus, 'ERROR'>): Walk {
  const node = nodeOf(definition, walk.at);
  if (node.kind === 'end') throw new Error('An end node has no check.');
  return enter(definition, node.next, [...walk.decided, { nodeId: walk.at, status }]);
}

function enter(definition: WorkflowDefinition, at: string, decided: Walk['decided']): Walk {
  const node = nodeOf(definition, at);
  if (node.kind === 'end') {
    const byRule = statusFromChecks(decided.map((check) => check.status));
    return end(at, decided, { status: node.status === 'BY_RULE' ? byRule : node.status, retryLimitOf: null });
  }
  const awaiting = isInteractive(node) ? 'user' : 'checks';
  return { at, awaiting, attempt: 1, reasons: [], chosen: null, decided, outcome: null };
}

function end(at: string, decided: Walk['decided'], outcome: NonNullable<Walk['outcome']>): Walk {
  return { at, awaiting: 'none', attempt: 1, reasons: [], chosen: null, decided, outcome };
}
