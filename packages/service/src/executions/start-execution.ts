import { randomUUID } from 'node:crypto';
import type { InputName, ProblemFault, StartRequest, StartResponse } from '@vendor/contract';
import type { AccountKey } from '../accounts/api-key.ts';
import { refuseMember } from '../refusal.ts';
import { randomToken } from '../secrets/random-token.ts';
import { requiresClientInit, type WorkflowDefinition } from '../workflows/definition.ts';
import { requiredInputs } from '../workflows/required-inputs.ts';
import { startWalk } from '../workflows/walk.ts';
import type { ExecutionServices } from './execution-services.ts';
import type { StoredWorkflow } from './execution-store.ts';
import { followWalk } from './follow-walk.ts';
import { missingInput, type ParsedStart, parseStartRequest, refuseStart } from './parse-start-request.ts';
import { sealContext, sealJson } from './sealed-data.ts';
import { hashOfSecret } from './session-key.ts';
import { beginWithinMs, expiryJob, finishWithinMs } from './session-lifetime.ts';
import type { StoredExecution } from './stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'jobs'>;

/** The region of this deployment, in front of each session token. */
const region = 'default';

/**
 * Starts an execution of an active workflow for one user.
 *
 * @throws {Refusal} in this order: a body with faults (all of them at once), WORKFLOW_NOT_FOUND, FORBIDDEN,
 * MISSING_REQUIRED_INPUTS.
 */
export async function startExecution(
  services: Services,
  key: AccountKey,
  body: unknown,
): Promise<StartResponse> {
  const parsed = parseStartRequest(body);
  const workflow = await findWorkflow(services, key, parsed.workflowId);
  if (parsed.faults.length > 0) throw refuseStart(allFaults(workflow, key, parsed));
  if (!workflow?.active) {
    throw refuseMember('WORKFLOW_NOT_FOUND', '/workflowId', 'is not the id of an active workflow');
  }
  if (!inScope(key, workflow)) {
    throw refuseMember('FORBIDDEN', '/workflowId', 'is a workflow that this API key has no access to');
  }
  const missing = missingInputs(workflow, key, parsed);
  if (!parsed.request || missing.length > 0) throw refuseStart(missing);
  return insert(services, key, workflow, parsed.request);
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

/** Without an interactive step nobody begins it: the run begins at once, and nobody's absence can let it expire. */
async function runAtOnce(
  { store, jobs }: Services,
  execution: StoredExecution,
  definition: WorkflowDefinition,
  now: number,
): Promise<void> {
  await store.transact(async (transaction) => {
    await transaction.insert(execution);
    await followWalk(transaction, execution, definition, execution.walk, now);
  });
  jobs.wake();
}

async function insert(
  services: Services,
  key: AccountKey,
  workflow: StoredWorkflow,
  { inputs }: StartRequest,
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
  if (interactive) await services.store.insertWithJob(execution, expiryJob(id, execution.expiresAt));
  else await runAtOnce(services, execution, workflow.definition, now);
  return {
    executionId: id,
    token,
    expiresAt: new Date(execution.expiresAt).toISOString(),
    requiresClientInit: interactive,
  };
}
