import type { ExecutionStatus, LinkFlowState } from '@vendor/contract';

const hourMs = 60 * 60_000;
/** Maximum attempts at a document step. */
const attempts = 3;

/** First node of a workflow: its document step, or a check without a user step. */
export type FirstNode = 'document' | 'email';

/** How an execution is started, and within which time it must be begun, or how long its link is valid. */
export interface Start {
  readonly first: FirstNode;
  readonly channel: 'token' | 'link';
  readonly lifetimeMs: number;
}

/** Result of the evaluator. */
export type Finding = 'passes' | 'doubts' | 'declines' | 'asks again' | 'breaks';

/** Move of an execution. A request of a page or backend is a move only if it was answered with 200. */
export type Move =
  | { readonly kind: 'begin' | 'extend' | 'expire' }
  | { readonly kind: 'submit'; readonly attempt: number }
  | { readonly kind: 'pass'; readonly ms: number }
  /** The evaluator judges a waiting attempt, with one of these findings. */
  | { readonly kind: 'judge'; readonly findings: readonly Finding[] }
  | { readonly kind: 'decide'; readonly status: 'APPROVED' | 'DECLINED' };

/** Possible state of an execution by the table of section 3.1, and the rules of deadlines and retries. Times in ms. */
export interface Run {
  readonly channel: Start['channel'];
  readonly at: FirstNode;
  readonly status: ExecutionStatus;
  readonly awaiting: 'user' | 'checks' | 'none';
  readonly attempt: number;
  /** Attempts that were submitted. */
  readonly submitted: readonly number[];
  readonly now: number;
  readonly begunAt: number | null;
  readonly deadline: number;
}

export function startedRun({ first, channel, lifetimeMs }: Start, now: number): Run {
  return {
    channel,
    at: first,
    status: 'PENDING',
    awaiting: first === 'document' ? 'user' : 'checks',
    attempt: 1,
    submitted: [],
    now,
    begunAt: null,
    deadline: now + lifetimeMs,
  };
}

/** Returns the possible states after a move; empty: the move must not have been accepted. */
function runsAfter(run: Run, move: Move): readonly Run[] {
  const { status, awaiting, now, deadline, begunAt } = run;
  const isInTime = status !== 'EXPIRED' && now < deadline;
  switch (move.kind) {
    case 'pass':
      return [{ ...run, now: now + move.ms }];
    case 'begin':
      if (!isInTime) return [];
      if (begunAt !== null || awaiting === 'none') return [run];
      // Beginning does not change the deadline of a link.
      return [{ ...run, begunAt: now, deadline: run.channel === 'link' ? deadline : now + hourMs }];
    case 'extend': {
      if (!isInTime || begunAt === null || awaiting === 'none') return [];
      if (run.channel === 'link') return [run];
      const wanted = Math.min(now + hourMs, begunAt + 24 * hourMs);
      return [{ ...run, deadline: Math.max(deadline, wanted) }];
    }
    case 'submit':
      if (!isInTime) return [];
      if (run.submitted.includes(move.attempt)) return [run];
      if (begunAt === null || awaiting !== 'user' || move.attempt !== run.attempt) return [];
      return [{ ...run, awaiting: 'checks', submitted: [...run.submitted, move.attempt] }];
    case 'judge':
      if (awaiting !== 'checks' || begunAt === null) return [run];
      return run.at === 'email'
        ? [enterDocument(run)]
        : move.findings.map((finding) => applyFinding(run, finding));
    case 'expire':
      return [isLate(run) ? endRun(run, 'EXPIRED') : run];
    case 'decide':
      return status === 'PENDING' || status === 'ERROR' ? [] : [{ ...run, status: move.status }];
  }
}

/** Returns whether the user has missed the deadline to begin or to continue. */
function isLate({ status, awaiting, begunAt, now, deadline }: Run): boolean {
  return status === 'PENDING' && (begunAt === null || awaiting === 'user') && now >= deadline;
}

/** Moves on to the document step after the check without a user step. */
function enterDocument(run: Run): Run {
  const next: Run = { ...run, at: 'document', awaiting: 'user' };
  return isLate(next) ? endRun(next, 'EXPIRED') : next;
}

/** Applies a finding to an attempt that was submitted in time, however late it is judged. A retry may then be too late. */
function applyFinding(run: Run, finding: Finding): Run {
  switch (finding) {
    case 'passes':
      return endRun(run, 'APPROVED');
    case 'doubts':
      return endRun(run, 'REVIEW');
    case 'declines':
      return endRun(run, 'DECLINED');
    case 'breaks':
      return endRun(run, 'ERROR');
    case 'asks again':
      if (run.attempt === attempts) return endRun(run, 'DECLINED');
      if (run.now >= run.deadline) return endRun(run, 'EXPIRED');
      return { ...run, awaiting: 'user', attempt: run.attempt + 1 };
  }
}

function endRun(run: Run, status: ExecutionStatus): Run {
  return { ...run, status, awaiting: 'none' };
}

/**
 * Returns the possible states after several concurrent happenings. The moves of each keep their order; moves of different ones
 * interleave in any way.
 */
export function runsAfterAll(runs: readonly Run[], happened: readonly (readonly Move[])[]): Run[] {
  const seen = new Set<string>();
  const found: Run[] = [];
  const visit = (run: Run, done: readonly number[]) => {
    const key = JSON.stringify([run, done]);
    if (seen.has(key)) return;
    seen.add(key);
    if (done.every((count, index) => count === happened[index]?.length)) found.push(run);
    for (const [index, moves] of happened.entries()) {
      const move = moves[done[index] ?? 0];
      if (!move) continue;
      for (const next of runsAfter(run, move))
        visit(
          next,
          done.map((count, place) => (place === index ? count + 1 : count)),
        );
    }
  };
  for (const run of runs)
    visit(
      run,
      happened.map(() => 0),
    );
  return [...new Map(found.map((run) => [JSON.stringify(run), run])).values()];
}

/** Returns the state of the flow that the service should report to the page of a link. */
export function flowStateOf(run: Run): LinkFlowState {
  const { status, begunAt, awaiting } = run;
  if (status === 'PENDING' && isLate(run)) return 'incomplete';
  if (status === 'PENDING') return begunAt !== null && awaiting === 'checks' ? 'checking' : 'open';
  return status === 'ERROR' || status === 'EXPIRED' ? 'incomplete' : 'completed';
}
