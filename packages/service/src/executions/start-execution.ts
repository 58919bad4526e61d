import { randomUUID } from 'node:crypto';
import type { InputName, ProblemFault, StartRequest, StartResponse } from '@vendor/contract';
import type { AccountKey } from '../accounts/api-key.ts';
import { refuseMember } from '../refusal.ts';
import { randomToken } from '../secrets/random-token.ts';
import { requiresClientInit, type WorkflowDefinition } from '../workflows/definition.ts';
import { requiredInputs } from '../workflows/required-inputs.ts';
import { startWalk } from '../workflows/walk.ts';
import { type AnswerOnceServices, answerOnce, type KeepReply, nameFaults } from './answer-once.ts';
import type { ExecutionServices } from './execution-services.ts';
import type { StoredWorkflow } from './execution-store.ts';
import { followWalk } from './follow-walk.ts';
import { missingInput, type ParsedStart, parseStartRequest, refuseStart } from './parse-start-request.ts';
import { sealContext, sealJson } from './sealed-data.ts';
import { hashOfSecret } from './session-key.ts';
import { beginWithinMs, expiryJob, finishWithinMs } from './session-lifetime.ts';
import type { KeptReply, StoredExecution } from './stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'jobs'>;

/** What a start asks for. */
export interface StartCall {
  readonly body: unknown;
  /** The value of `Idempotency-Key`; null: each call starts an execution of its own. */
  readonly idempotencyKey: string | null;
}

/** The region of this deployment, in front of each session token. */
const region = 'default';

/**
 * Starts an execution of an active workflow for one user. With an idempotency key it does so once, and answers the same for
 * 24 hours.
 *
 * @throws {Refusal} in this order: a request with faults (all of them at once), IDEMPOTENCY_KEY_IN_USE,
 * IDEMPOTENCY_KEY_REUSED, WORKFLOW_NOT_FOUND, FORBIDDEN, MISSING_REQUIRED_INPUTS.
 */
export async function startExecution(
  services: Services & AnswerOnceServices,
  key: AccountKey,
  { body, idempotencyKey }: StartCall,
): Promise<StartResponse> {
  const parsed = parseStartRequest(body);
  const workflow = await findWorkflow(services, key, parsed.workflowId);
  const faults = [...parsed.faults, ...nameFaults(idempotencyKey)];
  if (faults.length > 0) throw refuseStart(allFaults(workflow, key, { ...parsed, faults }));
  if (idempotencyKey === null) return startNew(services, key, workflow, parsed, null);
  const request = { operation: 'init-workflow', body };
  return answerOnce(services, { name: idempotencyKey, apiKeyId: key.id, request }, (keep) =>
    startNew(services, key, workflow, parsed, keep),
  );
}

function startNew(
  services: Services,
  key: AccountKey,
  workflow: StoredWorkflow | null,
  parsed: ParsedStart,
  keep: KeepReply | null,
): Promise<StartResponse> {
  if (!workflow?.active) {
    throw refuseMember('WORKFLOW_NOT_FOUND', '/workflowId', 'is not the id of an active workflow');
  }
  if (!inScope(key, workflow)) {
    throw refuseMember('FORBIDDEN', '/workflowId', 'is a workflow that this API key has no access to');
  }
  const missing = missingInputs(workflow, key, parsed);
  if (!parsed.request || missing.length > 0) throw refuseStart(missing);
  return insert(services, key, workflow, parsed.request, keep);
}

/** Another account's workflow is as good as none. */
async function findWorkflow(
  { store }: Services,
  key: AccountKey,
  id: string | null,
): Promise<StoredWorkflow | null> {
  const workflow = id === null ? null : await store.findWorkflow(id.toLowerCase());
  return workflow?.accountId === key.accountId ? workflow : null;
}

function inScope(key: AccountKey, workflow: StoredWorkflow): boolean {
  return key.workflowIds === null || key.workflowIds.includes(workflow.id);
}

/** What is malformed and what is missing; an input that is null is only the latter when it is required. */
function allFaults(workflow: StoredWorkflow | null, key: AccountKey, parsed: ParsedStart): ProblemFault[] {
  const missing = missingInputs(workflow, key, parsed);
  const isMissing = (fault: ProblemFault) => missing.some(({ pointer }) => pointer === fault.pointer);
  return [...parsed.faults.filter((fault) => !isMissing(fault)), ...missing];
}

/** What the request lacks; of a workflow that the key may not start nothing is told. */
function missingInputs(
  workflow: StoredWorkflow | null,
  key: AccountKey,
  { present }: ParsedStart,
): ProblemFault[] {
  const isOpen = workflow?.active === true && inScope(key, workflow);
  const required = isOpen ? requiredInputs(workflow.definition) : new Set<InputName>(['user_id']);
  return [...required].filter((name) => !present.has(name)).map(missingInput);
}

/**
 * Keeps a new execution with what follows from it. Without an interactive step nobody begins it: the run begins at once, and
 * nobody's absence can let it expire.
 */
async function keepStart(
  { store, jobs }: Services,
  execution: StoredExecution,
  definition: WorkflowDefinition,
  reply: KeptReply | undefined,
): Promise<void> {
  const expiry = execution.begunAt === null ? expiryJob(execution.id, execution.expiresAt) : null;
  if (expiry && !reply) return store.insertWithJob(execution, expiry);
  await store.transact(async (transaction) => {
    await transaction.insert(execution);
    if (reply) await transaction.insertKeptReply(reply);
    if (expiry) await transaction.enqueue(expiry);
    else await followWalk(transaction, execution, definition, execution.walk, execution.createdAt);
  });
  jobs.wake();
}

async function insert(
  services: Services,
  key: AccountKey,
  workflow: StoredWorkflow,
  { inputs }: StartRequest,
  keep: KeepReply | null,
): Promise<StartResponse> {
  const now = services.clock.now();
  const id = randomUUID();
  const token = `${region}.${randomToken()}`;
  const interactive = requiresClientInit(workflow.definition);
  const { wrapped, key: dataKey } = services.vault.createDataKey();
  const walk = startWalk(workflow.definition);
  const execution: StoredExecution = {
    id,
    accountId: workflow.accountId,
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    mode: key.mode,
    status: 'PENDING',
    tokenHash: hashOfSecret(token),
    sessionNonceHash: null,
    sessionEpoch: 0,
    expiresAt: now + beginWithinMs,
    begunAt: interactive ? null : now,
    deadlineAt: interactive ? null : now + finishWithinMs,
    createdAt: now,
    finishedAt: null,
    dataPurgedAt: null,
    wrappedKey: wrapped,
    sealedInputs: sealJson(dataKey, inputs, sealContext.inputs(id)),
    sealedIp: null,
    platform: null,
    seq: 0,
    walk,
  };
  const reply = {
    executionId: id,
    token,
    expiresAt: new Date(execution.expiresAt).toISOString(),
    requiresClientInit: interactive,
  };
  await keepStart(services, execution, workflow.definition, keep?.(id, reply));
  return reply;
}
