import type { InputName, ProblemFault, StartRequest } from '@vendor/contract';
import type { StartingActor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import type { BodySchema } from '../../faults.ts';
import { refuseMember } from '../../refusal.ts';
import { requiredInputs } from '../../workflows/required-inputs.ts';
import { type AnswerOnceServices, answerOnce, type KeepReply, nameFaults } from '../answer-once.ts';
import type { ExecutionServices } from '../execution-services.ts';
import type { StoredWorkflow } from '../execution-store.ts';
import { dateFaults, type GivenDates } from './date-faults.ts';
import { missingInput, type ParsedStart, parseStartRequest, refuseStart } from './parse-start-request.ts';
import type { ReferenceImages } from './reference-images.ts';

/** Services needed to admit a start request and to answer it idempotently. */
export type StartOnceServices = Pick<ExecutionServices, 'store'> &
  AnswerOnceServices & { readonly references: Pick<ReferenceImages, 'mayBeAt'> };

/** A start request as received. */
export interface StartCall {
  readonly body: unknown;
  /** The value of `Idempotency-Key`; null: each call starts a new execution. */
  readonly idempotencyKey: string | null;
}

/** One of the two ways to start an execution. */
export interface StartKind<Request extends StartRequest, Reply extends object> {
  readonly operation: 'init-workflow' | 'workflow-link';
  readonly schema: BodySchema<Request>;
  /** Lists faults that the schema cannot detect. */
  furtherFaults?(actor: StartingActor, body: unknown): Promise<readonly ProblemFault[]>;
  /** Starts the execution, and stores the row that `keep` makes of the reply in the same transaction. */
  start(workflow: StoredWorkflow, request: Request, keep: KeepReply | null): Promise<Reply>;
}

/**
 * Validates a start request and carries it out. With an idempotency key, it is carried out once, and repetitions get the same
 * reply for 24 hours.
 *
 * @throws {Refusal} in this order: a request with faults (all of them at once), IDEMPOTENCY_KEY_IN_USE, IDEMPOTENCY_KEY_REUSED
 *   or EXECUTION_PURGED, WORKFLOW_NOT_FOUND, FORBIDDEN, MISSING_REQUIRED_INPUTS.
 */
export async function startOnce<Request extends StartRequest, Reply extends object>(
  services: StartOnceServices,
  actor: StartingActor,
  { body, idempotencyKey }: StartCall,
  { operation, schema, start, furtherFaults }: StartKind<Request, Reply>,
): Promise<Reply> {
  const parsed = parseStartRequest(body, schema);
  const workflow = await findWorkflow(services, actor, parsed.workflowId);
  const further = (await furtherFaults?.(actor, body)) ?? [];
  const faults = [
    ...parsed.faults,
    ...further,
    ...listDateFaults(body, services.clock.now(), parsed.faults),
    ...referenceFaults(services, parsed),
    ...nameFaults(idempotencyKey),
  ];
  if (faults.length > 0) throw refuseStart(allFaults(workflow, actor, { ...parsed, faults }));
  const startNew = (keep: KeepReply | null) => {
    const { request } = parsed;
    const startable = requireStartable(workflow, actor);
    const missing = missingInputs(startable, actor, parsed);
    if (!request || missing.length > 0) throw refuseStart(missing);
    return start(startable, request, keep);
  };
  if (idempotencyKey === null) return startNew(null);
  const request = { operation, body: withLowerCaseId(body, parsed.workflowId) };
  const call = { name: idempotencyKey, apiKeyId: actor.id, request };
  return answerOnce(services, call, startNew);
}

/**
 * Converts the workflow id to lower case, because UUIDs are case-insensitive (RFC 9562, section 4), so requests that differ
 * only in its case are the same.
 */
function withLowerCaseId(body: unknown, workflowId: string | null): unknown {
  return workflowId === null ? body : { ...(body as object), workflowId: workflowId.toLowerCase() };
}

/** Lists well-formed dates that cannot be true at this time. */
function listDateFaults(body: unknown, now: number, found: readonly ProblemFault[]): ProblemFault[] {
  const dates: GivenDates = Object((body as { inputs?: unknown }).inputs);
  const faults = dateFaults(dates, '/inputs', 'INVALID_INPUT_FORMAT', now);
  return faults.filter(({ pointer }) => !found.some((fault) => fault.pointer === pointer));
}

const mustBePublic = 'must be an https URL of a public address, without user name or password';

/**
 * Refuses a reference image that can never be fetched, so that the integrator learns it at the start instead of every such
 * execution ending in REVIEW.
 */
function referenceFaults(
  { references }: Pick<StartOnceServices, 'references'>,
  { referenceImage }: ParsedStart<StartRequest>,
): ProblemFault[] {
  if (referenceImage === null || references.mayBeAt(referenceImage)) return [];
  return [{ pointer: '/inputs/reference_image', code: 'INVALID_INPUT_FORMAT', detail: mustBePublic }];
}

/** Finds a workflow of the actor's account. Another account's workflow is treated as not found. */
async function findWorkflow(
  { store }: Pick<StartOnceServices, 'store'>,
  actor: StartingActor,
  id: string | null,
): Promise<StoredWorkflow | null> {
  const workflow = id === null ? null : await store.findWorkflow(id.toLowerCase());
  return workflow?.accountId === actor.accountId ? workflow : null;
}

const noAccess = {
  key: 'is a workflow to which this API key has no access',
  person: 'is a workflow that you may not start in this mode',
} as const;

function requireStartable(workflow: StoredWorkflow | null, actor: StartingActor): StoredWorkflow {
  if (!workflow?.active) {
    throw refuseMember('WORKFLOW_NOT_FOUND', '/workflowId', 'is not the id of an active workflow');
  }
  if (!isStartableBy(actor, workflow)) {
    throw refuseMember('FORBIDDEN', '/workflowId', noAccess[actor.kind]);
  }
  return workflow;
}

function isStartableBy(actor: StartingActor, { id, accountId }: StoredWorkflow): boolean {
  const { mode } = actor;
  return findObstacle(actor, 'execution.start', { accountId, mode, workflowId: id }) === null;
}

/** Lists malformed and missing members; a required input that is null is only reported as missing. */
function allFaults(
  workflow: StoredWorkflow | null,
  actor: StartingActor,
  parsed: ParsedStart<StartRequest>,
): ProblemFault[] {
  const missing = missingInputs(workflow, actor, parsed);
  const isMissing = (fault: ProblemFault) => missing.some(({ pointer }) => pointer === fault.pointer);
  return [...parsed.faults.filter((fault) => !isMissing(fault)), ...missing];
}

/** Lists required inputs that the request lacks. Reveals nothing about a workflow that the actor may not start. */
function missingInputs(
  workflow: StoredWorkflow | null,
  actor: StartingActor,
  { present }: Pick<ParsedStart<StartRequest>, 'present'>,
): ProblemFault[] {
  const isOpen = workflow?.active === true && isStartableBy(actor, workflow);
  const required = isOpen ? requiredInputs(workflow.definition) : new Set<InputName>(['user_id']);
  return [...required].filter((name) => !present.has(name)).map(missingInput);
}
