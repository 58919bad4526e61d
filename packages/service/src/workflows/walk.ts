import {
  clientOutcomeSchema,
  type DocumentType,
  documentTypeSchema,
  formFieldSchema,
  loipSchema,
  type RetryReason,
  retryReasonSchema,
  type SelfiePose,
  selfiePoseSchema,
} from '@vendor/contract';
import { assertNever } from '@vendor/contract/assert-never';
import { z } from 'zod';
import { kindOf } from '../check-kinds/registry.ts';
import { comingSteps } from './coming-steps.ts';
import { evaluateCondition } from './conditions/evaluate-condition.ts';
import type { Facts } from './conditions/facts.ts';
import { nodeOf, type WorkflowDefinition } from './definition.ts';
import { evaluateLoip } from './loip.ts';
import { asksUser, hasCheck, openFields, takesCaptures } from './node.ts';
import { type DecidedStatus, statusFromChecks } from './status-rules.ts';

/** Position of an execution in its workflow. Stored with it as JSON. */
export const walkSchema = z.object({
  /** The node it stands on. */
  at: z.string(),
  /** Party that acts next; `none`: the walk has ended. */
  awaiting: z.enum(['user', 'checks', 'none']),
  /** Number of the attempt at this node, from 1. */
  attempt: z.int().min(1),
  /** Why the try before was not good enough; empty on the first. */
  reasons: z.array(retryReasonSchema),
  /** The document the user chose in the last submission at this node. */
  chosen: documentTypeSchema.nullable(),
  /** Poses that a selfie asks for in this attempt; empty until they are drawn, and at other nodes. */
  poses: z.array(selfiePoseSchema),
  /** The page has said of this attempt that its camera seems to be a program. */
  virtualCamera: z.boolean(),
  /** Fields that a form asks for: those not known when it was reached. Empty at other nodes. */
  fields: z.array(formFieldSchema),
  /** The forms that were answered, in the order of the walk. */
  answered: z.array(z.string()),
  /** The checks that are decided, in the order of the walk. */
  decided: z.array(
    z.object({ nodeId: z.string(), status: z.enum(['APPROVED', 'REVIEW', 'DECLINED', 'ERROR']) }),
  ),
  /** Branch of each condition, in order: explains why the walk is where it is. */
  branches: z.array(z.object({ nodeId: z.string(), taken: z.enum(['if', 'else']) })),
  /** The interactive nodes that may still come, the present one first: where conditions leave it open, the most there can be. */
  coming: z.array(z.string()),
  /** How it ended; null before. */
  outcome: clientOutcomeSchema.nullable(),
  /** The level of identity proofing that it reached; null before the end, and where the workflow has none. */
  loip: loipSchema.omit({ evaluatedAt: true }).nullable(),
});
export type Walk = z.infer<typeof walkSchema>;

/** Event that moves a walk on. */
export type WalkEvent =
  /** The user handed in what the node asks for. */
  | { readonly kind: 'submitted'; readonly chosen: DocumentType | null; readonly virtualCamera?: boolean }
  /** The user answered the form. `facts`: what is known then, the answers included. */
  | { readonly kind: 'answered'; readonly facts: Facts }
  /** The submission is not good enough to be judged. */
  | { readonly kind: 'retry'; readonly reasons: readonly RetryReason[] }
  /** `facts`: what is known then, this check included. */
  | { readonly kind: 'decided'; readonly status: Exclude<DecidedStatus, 'ERROR'>; readonly facts: Facts }
  /** The check could not be carried out. */
  | { readonly kind: 'failed' }
  /** The user's time is over. */
  | { readonly kind: 'expired' };

/** The walk at its first node with something to do: a check, or the end. */
export function startWalk(definition: WorkflowDefinition, inputs: Facts['inputs']): Walk {
  return enter(
    definition,
    definition.start,
    { decided: [], branches: [], answered: [] },
    { inputs, checks: {} },
  );
}

/**
 * The walk after an event. Invisible nodes are entered like others: the caller runs the check of the node that `at` names
 * whenever `awaiting` is `checks`.
 *
 * @throws when the event cannot happen where the walk stands; callers ask `awaiting` first.
 */
export function advance(definition: WorkflowDefinition, walk: Walk, event: WalkEvent): Walk {
  const awaited = ['submitted', 'answered', 'expired'].includes(event.kind) ? 'user' : 'checks';
  if (walk.awaiting !== awaited)
    throw new Error(`"${event.kind}" cannot happen while ${walk.awaiting} is awaited.`);
  switch (event.kind) {
    case 'answered': {
      const node = nodeOf(definition, walk.at);
      if (node.kind !== 'form') throw new Error(`A ${node.kind} node has no fields.`);
      return enter(definition, node.next, { ...walk, answered: [...walk.answered, walk.at] }, event.facts);
    }
    case 'submitted':
      return {
        ...walk,
        awaiting: 'checks',
        chosen: event.chosen,
        virtualCamera: event.virtualCamera ?? false,
      };
    case 'retry':
      return retry(definition, walk, event.reasons);
    case 'decided':
      return goOn(definition, walk, event.status, event.facts);
    case 'failed': {
      // ERROR outranks whatever the rest of the walk could say, so nothing more is asked of the user.
      const decided = [...walk.decided, { nodeId: walk.at, status: 'ERROR' as const }];
      return end(definition, walk.at, { ...walk, decided }, { status: 'ERROR', retryLimitOf: null });
    }
    case 'expired':
      return {
        ...walk,
        awaiting: 'none',
        coming: [],
        outcome: { status: 'EXPIRED', retryLimitOf: null },
        loip: loipOf(definition, null),
      };
    default:
      return assertNever(event);
  }
}

/** The walk with the poses that a selfie asks for; any other stays as it is. Chance comes from the caller. */
export function withPoses(
  definition: WorkflowDefinition,
  walk: Walk,
  draw: () => readonly SelfiePose[],
): Walk {
  if (walk.awaiting !== 'user' || walk.poses.length > 0) return walk;
  const node = nodeOf(definition, walk.at);
  return takesCaptures(node) && kindOf(node).step === 'selfie' ? { ...walk, poses: [...draw()] } : walk;
}

function retry(definition: WorkflowDefinition, walk: Walk, reasons: readonly RetryReason[]): Walk {
  const node = nodeOf(definition, walk.at);
  if (!takesCaptures(node)) throw new Error(`A ${node.kind} node cannot be tried again.`);
  if (walk.attempt < node.attempts) {
    return { ...walk, awaiting: 'user', attempt: walk.attempt + 1, reasons: [...reasons], poses: [] };
  }
  // Past the limit the walk ends without the user: later steps are not shown to someone who cannot pass this one.
  const decided = [...walk.decided, { nodeId: walk.at, status: node.pastLimit }];
  return end(
    definition,
    walk.at,
    { ...walk, decided },
    {
      status: statusFromChecks(decided.map((check) => check.status)),
      retryLimitOf: kindOf(node).step,
    },
  );
}

function goOn(
  definition: WorkflowDefinition,
  { at, decided, branches, answered }: Walk,
  status: Exclude<DecidedStatus, 'ERROR'>,
  facts: Facts,
): Walk {
  const node = nodeOf(definition, at);
  if (!hasCheck(node)) throw new Error(`A ${node.kind} node has no check.`);
  const passed = { decided: [...decided, { nodeId: at, status }], branches, answered };
  return enter(definition, node.next, passed, facts);
}

/** Nodes that a walk has behind it. */
type Passed = Pick<Walk, 'decided' | 'branches' | 'answered'>;

function enter(
  definition: WorkflowDefinition,
  at: string,
  { decided, branches, answered }: Passed,
  facts: Facts,
): Walk {
  const passed = { decided, branches, answered };
  const node = nodeOf(definition, at);
  if (node.kind === 'condition') {
    const taken = evaluateCondition(node.if, facts) === true ? 'if' : 'else';
    const branches = [...passed.branches, { nodeId: at, taken } as const];
    return enter(definition, taken === 'if' ? node.next : node.else, { ...passed, branches }, facts);
  }
  if (node.kind === 'end') {
    const byRule = statusFromChecks(passed.decided.map((check) => check.status));
    const status = node.status === 'BY_RULE' ? byRule : node.status;
    return end(definition, at, passed, { status, retryLimitOf: null }, facts);
  }
  const awaiting = asksUser(node, facts.inputs) ? 'user' : 'checks';
  // A user who has given all answers is not asked again.
  if (node.kind === 'form' && awaiting === 'checks') return enter(definition, node.next, passed, facts);
  const coming = comingSteps(definition, at, facts);
  return {
    ...passed,
    at,
    awaiting,
    attempt: 1,
    reasons: [],
    chosen: null,
    poses: [],
    virtualCamera: false,
    fields: node.kind === 'form' ? openFields(node, facts.inputs) : [],
    coming,
    outcome: null,
    loip: null,
  };
}

/** @param facts - null where the walk was broken off before it came to an end node. */
function end(
  definition: WorkflowDefinition,
  at: string,
  passed: Passed,
  outcome: NonNullable<Walk['outcome']>,
  facts: Facts | null = null,
): Walk {
  const { decided, branches, answered } = passed;
  return endedWalk({ at, decided, branches, answered, outcome, loip: loipOf(definition, facts) });
}

/** A walk that has ended: what is known of its end, and nothing of the attempt that it came from. */
export function endedWalk(
  ending: Pick<Walk, 'at' | 'decided' | 'branches' | 'answered' | 'outcome' | 'loip'>,
): Walk {
  return {
    ...ending,
    awaiting: 'none',
    attempt: 1,
    reasons: [],
    chosen: null,
    poses: [],
    virtualCamera: false,
    fields: [],
    coming: [],
  };
}

function loipOf({ loip }: WorkflowDefinition, facts: Facts | null): Walk['loip'] {
  if (!loip) return null;
  return facts ? evaluateLoip(loip, facts) : { result: 'NOT_PERFORMED' };
}
