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
  /** Id of the current node. */
  at: z.string(),
  /** Party that acts next; `none` once the walk has ended. */
  awaiting: z.enum(['user', 'checks', 'none']),
  /** Number of the attempt at this node, from 1. */
  attempt: z.int().min(1),
  /** Reasons why the previous attempt was not good enough; empty in the first attempt. */
  reasons: z.array(retryReasonSchema),
  /** Document type that the user chose in the last submission at this node. */
  chosen: documentTypeSchema.nullable(),
  /** Poses that a selfie asks for in this attempt; empty until they are drawn, and at other nodes. */
  poses: z.array(selfiePoseSchema),
  /** Whether the page reported for this attempt that its camera appears to be a virtual one. */
  virtualCamera: z.boolean(),
  /** Fields that a form asks for because they were unknown when it was reached; empty at other nodes. */
  fields: z.array(formFieldSchema),
  /** Answered forms, in the order of the walk. */
  answered: z.array(z.string()),
  /** Decided checks, in the order of the walk. */
  decided: z.array(
    z.object({ nodeId: z.string(), status: z.enum(['APPROVED', 'REVIEW', 'DECLINED', 'ERROR']) }),
  ),
  /** Branch taken by each condition, in order, which explains the path of the walk. */
  branches: z.array(z.object({ nodeId: z.string(), taken: z.enum(['if', 'else']) })),
  /**
   * Interactive nodes that may still follow, beginning with the current one. If conditions leave the path open, the longest
   * possible list.
   */
  coming: z.array(z.string()),
  /** How the walk ended; null before its end. */
  outcome: clientOutcomeSchema.nullable(),
  /** Level of identity proofing that was reached; null before the end, and if the workflow defines no levels. */
  loip: loipSchema.omit({ evaluatedAt: true }).nullable(),
});
export type Walk = z.infer<typeof walkSchema>;

/** Event that advances a walk. */
export type WalkEvent =
  /** The user submitted the captures that the node asks for. */
  | { readonly kind: 'submitted'; readonly chosen: DocumentType | null; readonly virtualCamera?: boolean }
  /** The user answered the form. `facts`: facts known then, including the answers. */
  | { readonly kind: 'answered'; readonly facts: Facts }
  /** The submission is not good enough to be judged. */
  | { readonly kind: 'retry'; readonly reasons: readonly RetryReason[] }
  /** The check was decided. `facts`: facts known then, including this check. */
  | { readonly kind: 'decided'; readonly status: Exclude<DecidedStatus, 'ERROR'>; readonly facts: Facts }
  /** The check could not be carried out. */
  | { readonly kind: 'failed' }
  /** The user's deadline passed. */
  | { readonly kind: 'expired' };

/** Returns the walk at its first node that awaits something: an interactive node, a check, or the end. */
export function startWalk(definition: WorkflowDefinition, inputs: Facts['inputs']): Walk {
  return enter(
    definition,
    definition.start,
    { decided: [], branches: [], answered: [] },
    { inputs, checks: {} },
  );
}

/**
 * Returns the walk after an event. If `awaiting` is then `checks`, the caller must run the check of the node `at`, which may be
 * invisible to the user.
 *
 * @throws if the event is not possible in the current state; callers must check `awaiting` first.
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
      return enterNext(definition, walk, event.status, event.facts);
    case 'failed': {
      // ERROR outranks every other status, so the user is not asked for anything more.
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

/** Adds the poses that a selfie asks for; leaves any other walk unchanged. The caller provides the randomness. */
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
  // Past the limit, the walk ends: a user who cannot pass this step is not shown later ones.
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

function enterNext(
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

/** Nodes that a walk has passed. */
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

/** @param facts - null if the walk ended before it reached an end node. */
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

/** Builds a walk that has ended: keeps the data about its end, and drops the data of the last attempt. */
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
