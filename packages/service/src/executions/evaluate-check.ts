import type { DocumentCheckMember, DocumentCheckOutcomes, Inputs, RetryReason } from '@vendor/contract';
import type { Evaluator, FraudEvaluation } from '../evaluations/evaluator.ts';
import type { ClaimedJob } from '../jobs/job.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import type { DataKey } from '../secrets/vault.ts';
import { nodeOf } from '../workflows/definition.ts';
import type { CheckNode, DocumentNode } from '../workflows/node.ts';
import { statusFromOutcomes } from '../workflows/status-rules.ts';
import { advance, type WalkEvent } from '../workflows/walk.ts';
import type { ExecutionServices } from './execution-services.ts';
import type { ExecutionReads } from './execution-store.ts';
import { type EvaluateJob, followWalk } from './follow-walk.ts';
import type { CheckFindings } from './render-execution.ts';
import { dataKeyOf, inputsOf, sealContext, sealJson } from './sealed-data.ts';
import { deadlineOf } from './session-lifetime.ts';
import type { CheckChanges, StoredCheck, StoredExecution } from './stored-execution.ts';

type Services = ExecutionServices & { readonly evaluator: Evaluator };

/** How a check came out: what moves the walk, and what is kept of it. */
interface Verdict {
  readonly event: WalkEvent;
  readonly statusDetail: string | null;
  readonly findings: CheckFindings | null;
}

/** A check that is awaited now, with its execution. */
interface AwaitedCheck {
  readonly check: StoredCheck;
  readonly execution: StoredExecution;
}

/** Does the `evaluate` jobs: judges what was handed in and walks the execution on, in one transaction. */
export function evaluateHandler(services: Services, concurrency: number): JobHandler {
  return {
    concurrency,
    async run(job, signal) {
      const awaited = await findAwaited(services.store, job);
      if (awaited) await settle(services, job, await judge(services, awaited, signal));
      return 'done';
    },
    /** No try is left: the check could not be carried out. */
    async giveUp(job) {
      await settle(services, job, {
        event: { kind: 'failed' },
        statusDetail: 'CHECK_NOT_CARRIED_OUT',
        findings: null,
      });
    },
  };
}

/** The check of a job, or null when it was settled before: the job ran, and the process died before that was stored. */
async function findAwaited(reads: ExecutionReads, job: ClaimedJob): Promise<AwaitedCheck | null> {
  const { attempt } = job.payload as EvaluateJob;
  const check = await reads.findCheck(job.subjectId);
  const execution = check && (await reads.find(check.executionId));
  if (!execution) return null;
  const { walk } = execution;
  const isAwaited = walk.awaiting === 'checks' && walk.at === check.nodeId && walk.attempt === attempt;
  return isAwaited ? { check, execution } : null;
}

async function judge(
  services: Services,
  { check, execution }: AwaitedCheck,
  signal: AbortSignal,
): Promise<Verdict> {
  const { store, vault, evaluator } = services;
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  const node = nodeOf(definition, check.nodeId) as CheckNode;
  const key = dataKeyOf(vault, execution);
  const inputs = inputsOf(key, execution);
  if (!key || !inputs) throw new Error('The data of the execution was purged while its check was awaited.');
  switch (node.kind) {
    case 'document':
      return judgeDocument(services, execution, node, key, inputs, signal);
    case 'email':
      return judgeFraud('EMAIL', await evaluator.evaluateEmail(inputs.email ?? '', signal));
    case 'phone':
      return judgeFraud('PHONE', await evaluator.evaluatePhone(inputs.phone_number ?? '', signal));
  }
}

async function judgeDocument(
  { store, media, clock, evaluator }: Services,
  execution: StoredExecution,
  node: DocumentNode,
  key: DataKey,
  inputs: Inputs,
  signal: AbortSignal,
): Promise<Verdict> {
  const { at, attempt, chosen } = execution.walk;
  const captures = await store.capturesOf(execution.id);
  const bytesOf = async (slot: 'front' | 'back') => {
    const capture = captures.find(
      (c) => c.nodeId === at && c.attempt === attempt && c.slot === slot && c.sealedAt !== null,
    );
    return capture ? media.get(capture.mediaRef, key) : null;
  };
  const front = await bytesOf('front');
  if (!front || !chosen) throw new Error('The captures of the attempt are missing.');
  const evaluation = await evaluator.evaluateDocument(
    {
      documentType: chosen,
      front,
      back: await bytesOf('back'),
      expected: {
        fullName: node.sendName ? (inputs.user_fullname ?? null) : null,
        dateOfBirth: inputs.user_dob ?? null,
      },
      now: clock.now(),
      acceptsSpecimens: execution.mode === 'test',
    },
    signal,
  );
  if (evaluation.kind === 'retry') return judgeRetry(evaluation.reasons, attempt >= node.attempts);
  const status = statusFromOutcomes(evaluation.outcomes, requiredMembers(node, evaluation.outcomes));
  return {
    event: { kind: 'decided', status },
    statusDetail: status === 'APPROVED' ? null : joinedCodes(evaluation.findings),
    findings: {
      documentCheckResult: { overallResult: status, ...evaluation.outcomes },
      documentCheckExtractedData: evaluation.extracted,
    },
  };
}

/** What the backend sent to be compared must agree, whether or not the workflow lists it. */
function requiredMembers(
  node: DocumentNode,
  outcomes: DocumentCheckOutcomes,
): readonly DocumentCheckMember[] {
  const compared = (['nameMatchCheckResult', 'dateOfBirthCheckResult'] as const).filter(
    (member) => outcomes[member] !== 'NOT_PERFORMED',
  );
  return [...node.requires, ...compared];
}

function judgeRetry(reasons: readonly RetryReason[], isPastLimit: boolean): Verdict {
  const statusDetail = isPastLimit ? 'RETRY_LIMIT_EXCEEDED' : reasons.join(', ');
  return { event: { kind: 'retry', reasons }, statusDetail, findings: null };
}

/** The detail names the node and every finding that is not PASS. */
function judgeFraud(node: string, { outcome, findings }: FraudEvaluation): Verdict {
  const status = statusFromOutcomes({ outcome }, ['outcome']);
  const codes = joinedCodes(findings.filter((finding) => finding.outcome !== 'PASS'));
  const statusDetail = codes === null ? node : `${node}: ${codes}`;
  return { event: { kind: 'decided', status }, statusDetail, findings: null };
}

function joinedCodes(findings: readonly { readonly code: string }[]): string | null {
  return [...new Set(findings.map((finding) => finding.code))].join(', ') || null;
}

async function settle(services: Services, job: ClaimedJob, verdict: Verdict): Promise<void> {
  const { store, clock, jobs, watch } = services;
  const executionId = await store.transact(async (transaction) => {
    const awaited = await findAwaited(transaction, job);
    if (!awaited) return null;
    const { check, execution } = awaited;
    const now = clock.now();
    const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
    const walk = advance(definition, execution.walk, verdict.event);
    const decided = walk.decided.find((candidate) => candidate.nodeId === check.nodeId);
    await transaction.updateCheck(check.id, {
      statusDetail: verdict.statusDetail,
      ...(decided ? { status: decided.status, finishedAt: now } : {}),
      ...sealedFindings(services, awaited, verdict.findings),
    });
    const isLate = walk.awaiting === 'user' && now >= deadlineOf(execution);
    const next = await followWalk(transaction, execution, definition, walk, now);
    // The expiry that fell due while checks ran left the execution to them.
    if (isLate)
      await followWalk(transaction, next, definition, advance(definition, walk, { kind: 'expired' }), now);
    return execution.id;
  });
  if (executionId === null) return;
  jobs.wake();
  watch.notify(executionId);
}

function sealedFindings(
  { vault }: Services,
  awaited: AwaitedCheck,
  findings: CheckFindings | null,
): CheckChanges {
  const key = findings && dataKeyOf(vault, awaited.execution);
  return key ? { sealed: sealJson(key, findings, sealContext.check(awaited.check.id)) } : {};
}
