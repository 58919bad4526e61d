import type { AdminActor, AdminExecution } from '@vendor/contract/admin';
import type { PersonActor } from '../../access/actor.ts';
import { type Act, findObstacle } from '../../access/find-obstacle.ts';
import type { AuditEvent } from '../../audit/audit-event.ts';
import type { AuditStore } from '../../audit/audit-store.ts';
import { knownFacts } from '../../executions/evaluation/known-facts.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { sealReason, withPlainReason } from '../../executions/outcome/reveal-reason.ts';
import { describeStage, explainStatus } from '../../executions/reads/describe-stage.ts';
import type { ExecutionDirectory } from '../../executions/reads/execution-directory.ts';
import { type DecisionView, readDecisions } from '../../executions/reads/read-decisions.ts';
import { openedFindings } from '../../executions/reads/show-execution.ts';
import { visibleExecution } from '../../executions/reads/visible-execution.ts';
import { dataKeyOf, inputsOf } from '../../executions/sealed-data.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';
import { Refusal } from '../../refusal.ts';
import { SealBrokenError } from '../../secrets/sealed-box.ts';
import { type DataKey, WrongMasterKeyError } from '../../secrets/vault.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { shownAddress } from '../webhooks/shown-address.ts';
import { type ActorNames, actorOf, namedActor } from './actor-names.ts';
import { describeCheck } from './describe-check.ts';
import { describeEvidence } from './describe-evidence.ts';
import { explainPath } from './explain-path.ts';
import { fieldAgreement } from './field-agreement.ts';
import { findElsewhere } from './find-elsewhere.ts';
import { cellOf } from './mask.ts';
import { type FindBroken, isoOrNull, summaryOf, toIsoString } from './run-row.ts';

export interface ShowRunServices extends Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'recordRead'> {
  readonly directory: ExecutionDirectory;
  readonly findBroken: FindBroken;
  readonly audit: Pick<AuditStore, 'page'>;
  readonly names: ActorNames;
  /** Reports why the findings of an execution cannot be decrypted. */
  onUnreadable(executionId: string, error: Error): void;
}

/** Maximum number of audit events shown. */
const maxEvents = 100;

/** Returns the path of a capture, below the service's address. */
const urlOfCapture = (executionId: string) => (captureId: string) =>
  `/admin-api/v1/executions/${executionId}/media/${captureId}`;

/**
 * Shows an execution completely, with personal data masked.
 *
 * @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND, also for an execution of another account, or of a mode that the person may
 *   not see.
 */
export async function showRun(
  services: ShowRunServices,
  actor: PersonActor,
  id: string,
): Promise<AdminExecution> {
  const execution = await visibleExecution(services.store, actor, 'execution.read', id);
  if (execution.dataPurgedAt === null)
    await services.recordRead({
      actor,
      act: 'execution.read',
      at: services.clock.now(),
      accountId: execution.accountId,
      subject: { kind: 'execution', id: execution.id },
      mode: execution.mode,
      changes: { personal: false },
    });
  return describeRun(services, actor, execution, true);
}

/**
 * Shows an execution completely, with personal data unmasked. The audit trail keeps the stated reason until the purge.
 *
 * @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND; FORBIDDEN for a person who may see it only masked; EXECUTION_PURGED.
 */
export async function revealRun(
  services: ShowRunServices,
  actor: PersonActor,
  id: string,
  reason: string,
): Promise<AdminExecution> {
  const execution = await visibleExecution(services.store, actor, 'execution.read', id);
  if (findObstacle(actor, 'execution.reveal', execution) !== null)
    throw new Refusal('FORBIDDEN', 'You may not see personal data of this execution unmasked.');
  const key = execution.dataPurgedAt === null ? dataKeyOf(services.vault, execution) : null;
  if (key === null) throw new Refusal('EXECUTION_PURGED', 'The personal data of this execution was purged.');
  await services.recordRead({
    actor,
    act: 'execution.reveal',
    at: services.clock.now(),
    accountId: execution.accountId,
    subject: { kind: 'execution', id: execution.id },
    mode: execution.mode,
    changes: sealReason(key, execution.id, reason),
  });
  return describeRun(services, actor, execution, false);
}

/** Describes the whole execution, without findings if they cannot be decrypted. */
async function describeRun(
  services: ShowRunServices,
  actor: PersonActor,
  execution: StoredExecution,
  isMasked: boolean,
): Promise<AdminExecution> {
  const parts = await readParts(services, execution);
  try {
    const sealed = await openParts(services, actor, execution, parts, isMasked);
    return runOf(actor, execution, parts, sealed, isMasked);
  } catch (error) {
    if (!(error instanceof SealBrokenError || error instanceof WrongMasterKeyError)) throw error;
    services.onUnreadable(execution.id, error);
    return runOf(actor, execution, parts, null, isMasked);
  }
}

/** Reads the parts that are stored unencrypted. */
async function readParts({ store, directory, audit, names }: ShowRunServices, execution: StoredExecution) {
  const { id, accountId, workflowId, workflowVersion } = execution;
  const [definition, workflowNames, checks, captures, stored, deliveries, events, subscribers] =
    await Promise.all([
      store.definitionOf(workflowId, workflowVersion),
      directory.workflowNames(accountId),
      store.checksOf(id),
      store.capturesOf(id),
      store.decisionsOf(id),
      directory.deliveriesOf(id),
      audit.page({ chain: accountId, subjectId: id, limit: maxEvents }),
      store.subscribersOf(accountId, 'orchestration/workflow_execution_sync'),
    ]);
  const ids = [
    ...stored.map(({ apiKeyId }) => actorOf(apiKeyId).id),
    ...events.map(({ actorId }) => actorId),
  ];
  return {
    definition,
    workflowNames,
    checks,
    captures,
    stored,
    deliveries,
    events,
    hasReceiver: subscribers.some(({ isEnabled }) => isEnabled),
    actorNames: await names.namesOf(accountId, [...new Set(ids)]),
  };
}
type Parts = Awaited<ReturnType<typeof readParts>>;

/** Decrypts the sealed parts. @throws {SealBrokenError} */
async function openParts(
  services: ShowRunServices,
  actor: PersonActor,
  execution: StoredExecution,
  { definition, checks, workflowNames }: Parts,
  isMasked: boolean,
) {
  const { store, vault } = services;
  const decisions = await readDecisions(services, execution);
  const key = dataKeyOf(vault, execution);
  const inputs = inputsOf(key, execution);
  const findings = openedFindings(vault, execution, checks);
  if (!key || !inputs) return { key, decisions, findings, inputs: {}, path: [], elsewhere: [] };
  return {
    key,
    decisions,
    findings,
    inputs,
    path: explainPath(
      execution,
      definition,
      await knownFacts(services, store, execution, definition),
      isMasked,
    ),
    elsewhere: await findElsewhere(
      services,
      actor,
      execution,
      { key, inputs, findings: findings.values() },
      workflowNames,
    ),
  };
}

function runOf(
  actor: PersonActor,
  execution: StoredExecution,
  parts: Parts,
  sealed: Awaited<ReturnType<typeof openParts>> | null,
  isMasked: boolean,
): AdminExecution {
  const { definition, checks, captures, actorNames } = parts;
  const { walk, status, begunAt, expiresAt, deadlineAt, dataPurgedAt } = execution;
  const isKept = dataPurgedAt === null;
  const may = obstaclesOf(actor, execution, parts.hasReceiver);
  const mayReveal = findObstacle(actor, 'execution.reveal', execution) === null;
  const decisions = sealed?.decisions ?? bareDecisions(parts);
  const kept = isKept ? captures : [];
  const attemptsAt = (nodeId: string) =>
    Math.max(
      0,
      ...captures.filter((one) => one.nodeId === nodeId && one.sealedAt !== null).map((one) => one.attempt),
    );
  const named = decisions.map((decision) => ({
    ...decision,
    by: wordsOf(namedActor(actorOf(decision.by), actorNames)),
  }));
  return {
    ...summaryOf(execution, parts.workflowNames),
    isMasked,
    isReadable: sealed !== null,
    begunAt: isoOrNull(begunAt),
    openUntil: status === 'PENDING' ? toIsoString(deadlineAt ?? expiresAt) : null,
    platform: isKept ? execution.platform : null,
    loip: walk.loip?.result ?? null,
    may,
    stage: describeStage(execution, definition),
    why: explainStatus(execution, definition, checks, named),
    inputs: Object.entries(sealed?.inputs ?? {}).map(([name, value]) => ({
      name,
      value: cellOf(name, value, isMasked),
    })),
    evidence: describeEvidence(
      execution,
      definition,
      kept,
      may.seeMedia === null ? urlOfCapture(execution.id) : null,
      (nodeId) => {
        const check = checks.find((one) => one.nodeId === nodeId);
        return (check && sealed?.findings.get(check.id)?.places) ?? [];
      },
      checks.flatMap(({ id }) => sealed?.findings.get(id)?.portrait ?? []),
    ),
    checks: checks.map((check) =>
      describeCheck(
        execution,
        definition,
        check,
        sealed?.findings.get(check.id),
        attemptsAt(check.nodeId),
        isMasked,
      ),
    ),
    agreement: fieldAgreement(
      sealed?.inputs ?? {},
      checks.flatMap(({ id, nodeId }) => {
        const findings = sealed?.findings.get(id);
        return findings ? [{ nodeId, findings }] : [];
      }),
      isMasked,
    ),
    path: sealed?.path ?? [],
    elsewhere: sealed?.elsewhere ?? [],
    decisions: decisions.map((decision) => ({
      id: decision.id,
      status: decision.status,
      by: namedActor(actorOf(decision.by), actorNames),
      decidedAt: toIsoString(decision.decidedAt),
      hasComment: parts.stored.some(({ id, sealedComment }) => id === decision.id && sealedComment !== null),
      // A comment may contain personal data, so only people who may reveal it see comments.
      comment: mayReveal ? decision.comment : null,
    })),
    deliveries: parts.deliveries.map(({ url, emittedAt, ...delivery }) => ({
      ...delivery,
      event: delivery.event as AdminExecution['deliveries'][number]['event'],
      state: delivery.state as AdminExecution['deliveries'][number]['state'],
      url: shownAddress(actor, url),
      emittedAt: toIsoString(emittedAt),
    })),
    // Reasons for reveals may also contain personal data.
    events: parts.events.map((event) => eventOf(event, actorNames, mayReveal ? (sealed?.key ?? null) : null)),
    notStored: notStoredOf(execution, definition, sealed?.findings.values() ?? []),
  };
}

function obstaclesOf(
  actor: PersonActor,
  execution: StoredExecution,
  hasReceiver: boolean,
): AdminExecution['may'] {
  const { status, dataPurgedAt } = execution;
  const role = (act: Act) => (findObstacle(actor, act, execution) === null ? null : ('ROLE' as const));
  const purged = dataPurgedAt === null ? null : ('PURGED' as const);
  const notEnded = status === 'PENDING' ? ('NOT_ENDED' as const) : null;
  const noResult = status === 'ERROR' ? ('NO_RESULT' as const) : null;
  return {
    reveal: role('execution.reveal') ?? purged,
    decide: role('execution.decide') ?? purged ?? notEnded ?? noResult,
    resend: role('execution.resend') ?? notEnded ?? (hasReceiver ? null : 'NO_RECEIVER'),
    seeMedia: role('media.read') ?? purged,
    sendLink: role('execution.start') ?? purged,
  };
}

/** Lists decisions without their comments, for executions whose comments cannot be decrypted. */
function bareDecisions({ stored }: Parts): DecisionView[] {
  return stored.map(({ id, status, apiKeyId, decidedAt }) => ({
    id,
    status,
    by: apiKeyId,
    decidedAt,
    comment: null,
  }));
}

function wordsOf({ kind, id, name }: AdminActor): string {
  if (kind === 'key') return name === null ? `key ${id}` : `key ${name}`;
  return name ?? `${kind} ${id}`;
}

/** @param key - decrypts the reasons for reveals; null: they are not shown. */
function eventOf(
  event: AuditEvent,
  names: ReadonlyMap<string, string>,
  key: DataKey | null,
): AdminExecution['events'][number] {
  const changes = event.changes === null ? null : (JSON.parse(event.changes) as Record<string, unknown>);
  return {
    seq: event.seq,
    at: toIsoString(event.at),
    by: namedActor({ kind: event.actorKind, id: event.actorId }, names),
    act: event.act,
    changes: changes && withPlainReason(key, event.subjectId ?? '', changes),
    address: event.address,
  };
}

/** Lists data that is not stored for an execution, as far as its workflow has the steps concerned. */
function notStoredOf(
  { walk, dataPurgedAt }: StoredExecution,
  definition: WorkflowDefinition,
  findings: Iterable<{ readonly findings?: readonly string[]; readonly found?: readonly unknown[] }>,
): string[] {
  if (dataPurgedAt !== null)
    return ['The personal data was purged, and with it inputs, evidence, findings, path and comments.'];
  const kinds = new Set(walk.decided.map(({ nodeId }) => nodeOf(definition, nodeId).kind));
  const isOlder = [...findings].some(
    ({ findings: codes = [], found }) => codes.length > 0 && found === undefined,
  );
  return [
    ...(kinds.has('document')
      ? [
          'The separate readings of machine-readable lines and barcode: only the combined reading is kept, and whether they agree. The printed zone is not read.',
          'The outline of the document in the picture, and crops of single lines.',
        ]
      : []),
    ...(kinds.has('selfie') ? ['The requested poses, once the step is over.'] : []),
    ...(kinds.has('national-id') ? ['The data in the reply of a register: only its verdict is kept.'] : []),
    'The reasons why an earlier attempt could not be used, once a later one was judged.',
    ...(isOlder
      ? ['The member to which each finding belongs: an earlier version of the service judged this execution.']
      : []),
  ];
}
