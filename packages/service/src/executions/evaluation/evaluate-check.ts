import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import type { JudgeServices } from '../../check-kinds/judge-call.ts';
import { judgeCheck } from '../../check-kinds/judges.ts';
import type { Verdict } from '../../check-kinds/verdict.ts';
import type { ClaimedJob } from '../../jobs/job.ts';
import type { JobHandler } from '../../jobs/job-runner.ts';
import { inSpan } from '../../tracing/spans.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import type { CheckNode } from '../../workflows/node.ts';
import { advance, type WalkEvent } from '../../workflows/walk.ts';
import { applyTransition, type EvaluateJob } from '../apply-transition.ts';
import type { ExecutionReads } from '../execution-store.ts';
import { hashesOfFindings } from '../reads/search-hashes.ts';
import { sandboxOrderOf } from '../sandbox/sandbox.ts';
import { delayedUntil, sandboxVerdict } from '../sandbox/sandbox-verdict.ts';
import { dataKeyOf, inputsOf, sealContext, sealJson } from '../sealed-data.ts';
import { clientAwaitedUntil, enqueueEvaluation } from '../session/await-client.ts';
import { deadlineOf } from '../session/session-lifetime.ts';
import type { CheckChanges, StoredCheck, StoredExecution } from '../stored-execution.ts';
import { namedDetail } from './entry-name.ts';
import { createEvaluationConcurrency, type EvaluationLimits } from './evaluation-lane.ts';
import { knownFacts } from './known-facts.ts';

type Services = JudgeServices & {
  /** Called with the duration of each check, in ms. */
  readonly observeCheck?: (kind: string, durationMs: number) => void;
};

/** A check that currently awaits evaluation, with its execution. */
interface AwaitedCheck {
  readonly check: StoredCheck;
  readonly execution: StoredExecution;
}

/** Runs `evaluate` jobs: judges a submission and advances the execution, in one transaction. */
export function evaluateHandler(services: Services, limits: EvaluationLimits): JobHandler {
  return {
    ...createEvaluationConcurrency(limits),
    async run(job, signal) {
      const awaited = await findAwaited(services.store, job);
      if (!awaited || (await postponeForClient(services, awaited, job))) return 'done';
      const judged = await judgeInMode(services, awaited, signal);
      if ('againAt' in judged) return judged;
      await settle(services, job, judged);
      return 'done';
    },
    /** Records the check as not carried out, because no retry is left. */
    async giveUp(job) {
      await settle(services, job, {
        event: { kind: 'failed' },
        statusDetail: 'CHECK_NOT_CARRIED_OUT',
        findings: null,
      });
    },
  };
}

/** Finds the check of a job; null if the attempt is no longer awaited, because another run or job settled it. */
async function findAwaited(reads: ExecutionReads, job: ClaimedJob): Promise<AwaitedCheck | null> {
  const { attempt } = job.payload as EvaluateJob;
  const check = await reads.findCheck(job.subjectId);
  const execution = check && (await reads.find(check.executionId));
  if (!execution) return null;
  const { walk } = execution;
  const isAwaited = walk.awaiting === 'checks' && walk.at === check.nodeId && walk.attempt === attempt;
  return isAwaited ? { check, execution } : null;
}

/** Postpones a check that waits for data from the user's browser. @returns false if it can be judged now. */
async function postponeForClient(services: Services, { check, execution }: AwaitedCheck, job: ClaimedJob) {
  const { store, vault, clock } = services;
  const payload = job.payload as EvaluateJob;
  const inputs = inputsOf(dataKeyOf(vault, execution), execution);
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  const node = nodeOf(definition, check.nodeId) as CheckNode;
  const until = inputs && clientAwaitedUntil(execution, node, inputs, payload, clock.now());
  if (until === null) return false;
  const { attempt } = payload;
  await store.transact({ execution: execution.id }, async (transaction) => {
    if (!(await transaction.holds(job))) return;
    await enqueueEvaluation(transaction, execution, check, { attempt, isLast: true }, until);
  });
  return true;
}

/** Judges like {@link judge}, but applies the sandbox order if the execution has one. */
async function judgeInMode(
  services: Services,
  awaited: AwaitedCheck,
  signal: AbortSignal,
): Promise<Verdict | { readonly againAt: number }> {
  const { store, vault, clock } = services;
  const { check, execution } = awaited;
  const order = sandboxOrderOf(vault, execution);
  if (!order) return judge(services, awaited, signal);
  const captures = await store.capturesOf(execution.id);
  const until = delayedUntil(order, check, execution, captures);
  if (until !== null && until > clock.now()) return { againAt: until };
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  const node = nodeOf(definition, check.nodeId) as CheckNode;
  return sandboxVerdict(order, node, execution, captures, await judge(services, awaited, signal));
}

async function judge(services: Services, awaited: AwaitedCheck, signal: AbortSignal): Promise<Verdict> {
  const { check, execution } = awaited;
  const definition = await services.store.definitionOf(execution.workflowId, execution.workflowVersion);
  const node = nodeOf(definition, check.nodeId) as CheckNode;
  const begunAt = services.elapsed();
  try {
    const start = { attributes: { 'execution.id': execution.id, 'check.node': check.nodeId } };
    return await inSpan(`check ${node.kind}`, start, () =>
      judgeNode(services, execution, definition, node, signal),
    );
  } finally {
    services.observeCheck?.(node.kind, services.elapsed() - begunAt);
  }
}

async function judgeNode(
  services: Services,
  execution: StoredExecution,
  definition: WorkflowDefinition,
  node: CheckNode,
  signal: AbortSignal,
): Promise<Verdict> {
  const { vault } = services;
  const key = dataKeyOf(vault, execution);
  const inputs = inputsOf(key, execution);
  if (!key || !inputs) throw new Error('The data of the execution was purged while its check was running.');
  return judgeCheck(services, { execution, definition, node, key, inputs }, signal);
}

async function settle(services: Services, job: ClaimedJob, verdict: Verdict): Promise<void> {
  const { store, vault, clock, jobs, watch } = services;
  const executionId = await store.transact({ executionOfCheck: job.subjectId }, async (transaction) => {
    // Discards the verdict if another process holds the job now.
    if (!(await transaction.holds(job))) return null;
    const awaited = await findAwaited(transaction, job);
    if (!awaited) return null;
    const { check, execution } = awaited;
    const now = clock.now();
    const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
    const event = await withFacts(services, transaction, definition, awaited, verdict);
    const walk = advance(definition, execution.walk, event);
    const decided = walk.decided.find((candidate) => candidate.nodeId === check.nodeId);
    await transaction.updateCheck(check.id, {
      statusDetail: namedDetail(definition, check.nodeId, verdict.statusDetail),
      ...(decided ? { status: decided.status, finishedAt: Math.max(now, check.startedAt) } : {}),
      ...sealedFindings(services, awaited, verdict.findings),
    });
    const hashes = hashesOfFindings(vault, execution.accountId, verdict.findings);
    await transaction.insertSearchHashes(execution, hashes);
    // An execution whose deadline passes while checks run stays pending. If the walk then awaits the user again, it is too
    // late, so it expires now.
    const isLate = walk.awaiting === 'user' && now >= deadlineOf(execution);
    const moved = isLate ? advance(definition, walk, { kind: 'expired' }) : walk;
    await applyTransition(transaction, isLate ? { ...execution, walk } : execution, definition, moved, now);
    return execution.id;
  });
  if (executionId === null) return;
  jobs.wake();
  watch.notify(executionId);
}

/** Adds to the event of a verdict the facts that later conditions can test. */
async function withFacts(
  services: Services,
  reads: ExecutionReads,
  definition: WorkflowDefinition,
  { check, execution }: AwaitedCheck,
  { event, findings }: Verdict,
): Promise<WalkEvent> {
  if (event.kind !== 'decided') return event;
  const latest = { nodeId: check.nodeId, facts: { status: event.status, ...findings } };
  return { ...event, facts: await knownFacts(services, reads, execution, definition, latest) };
}

function sealedFindings(
  { vault }: Services,
  awaited: AwaitedCheck,
  findings: CheckFindings | null,
): CheckChanges {
  const key = findings && dataKeyOf(vault, awaited.execution);
  return key ? { sealed: sealJson(key, findings, sealContext.check(awaited.check.id)) } : {};
}
