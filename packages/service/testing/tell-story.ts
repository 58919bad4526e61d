import { type Execution, executionStatuses, type LinkFlowState } from '@vendor/contract';
import { flowStateOf, type Move, type Run, runsAfterAll, startedRun } from './expected-run.ts';
import type { Snapshot } from './snapshot.ts';
import type { Story } from './story.ts';
import type { StoryWorld } from './story-world.ts';

/** Thrown if an execution contradicts section 3.1 of the specification. */
export class ContradictionError extends Error {
  override name = 'ContradictionError';
}

function must(holds: boolean, rule: string, ...seen: unknown[]): asserts holds {
  if (!holds) throw new ContradictionError(`${rule}: ${JSON.stringify(seen)}`);
}

/**
 * Plays a story of an execution. After each step, and throughout steps with concurrent happenings, asserts that the execution
 * is in a state that the specification allows.
 *
 * @throws {ContradictionError} if it is not.
 */
export async function tellStory(world: StoryWorld, { start, steps }: Story): Promise<void> {
  const subject = await world.subject(start);
  let runs: readonly Run[] = [startedRun(start, world.service.clock.time)];
  let before = await subject.read();
  let last = await subject.snapshot();
  const look = async () => {
    const now = await subject.snapshot();
    mustFollow(last, now);
    last = now;
  };
  for (const happening of steps) {
    const decidedBefore = subject.decisions.length;
    let isOver = false;
    const race = Promise.all(happening.map((one) => subject.meet(one))).finally(() => {
      isOver = true;
    });
    // Also checks each commit during the step: a state without its event would be visible only for a moment.
    while (!isOver && happening.length > 1) {
      await Promise.all([look(), new Promise(setImmediate)]);
    }
    const moves = await race;
    await look();
    must(subject.wrong.length === 0, 'every reply is allowed', subject.wrong);
    const flowState = start.channel === 'link' ? await subject.flowState() : null;
    runs = mustBeReached(runs, happening.length > 1 ? withConcurrentFindings(moves) : moves, last, flowState);
    const after = await subject.read();
    mustBeAllowed(before, after, subject.decisions.slice(decidedBefore));
    must(
      last.updated === subject.decisions.length,
      'one updated event for each decision',
      last,
      subject.decisions,
    );
    before = after;
  }
}

/**
 * Allows for concurrent checks: each may judge an attempt submitted meanwhile, and take the scripted result of another; a check
 * left without a result passes.
 */
function withConcurrentFindings(happened: readonly (readonly Move[])[]): readonly (readonly Move[])[] {
  const findings = happened.flat().flatMap((move) => (move.kind === 'judge' ? move.findings : []));
  const anyOf = findings.length > 1 ? [...new Set([...findings, 'passes' as const])] : findings;
  return happened.map((moves) =>
    moves.flatMap((move): Move[] =>
      move.kind === 'judge'
        ? [
            { kind: 'judge', findings: anyOf },
            { kind: 'judge', findings: anyOf },
          ]
        : [move],
    ),
  );
}

/**
 * Returns the possible states that agree with everything observed.
 *
 * @throws {ContradictionError} if there is none: the observed state cannot be reached, or a due change is missing.
 */
export function mustBeReached(
  runs: readonly Run[],
  happened: readonly (readonly Move[])[],
  { status, awaiting }: Pick<Snapshot, 'status' | 'awaiting'>,
  flowState: LinkFlowState | null,
): readonly Run[] {
  const possible = runsAfterAll(runs, happened);
  const seen = possible.filter(
    (run) =>
      run.status === status &&
      run.awaiting === awaiting &&
      (flowState === null || flowStateOf(run) === flowState),
  );
  must(
    seen.length > 0,
    'the observed state is reachable',
    { status, awaiting, flowState },
    happened,
    possible,
  );
  return seen;
}

/** Asserts the rules that hold at each moment, and between two moments. */
export function mustFollow(earlier: Snapshot, now: Snapshot): void {
  must(
    executionStatuses.some((status) => status === now.status),
    'the status is in the table',
    now,
  );
  must(now.finished === (now.status === 'PENDING' ? 0 : 1), 'one finished event, at the end', now);
  must(now.updated === now.decisions, 'one updated event for each decision', now);
  must(now.others === 0, 'no other events', now);
  must(
    now.finished >= earlier.finished && now.updated >= earlier.updated,
    'events are never removed',
    earlier,
    now,
  );
  if (earlier.status !== 'PENDING')
    must(now.status !== 'PENDING', 'an ended execution stays ended', earlier, now);
  if (earlier.status === 'ERROR') must(now.status === 'ERROR', 'ERROR is final', earlier, now);
  if (now.purgedAt !== null)
    must(
      now.personal === 0 && now.status !== 'PENDING',
      'a purge comes after the end and leaves no personal data',
      now,
    );
  if (earlier.purgedAt !== null)
    must(JSON.stringify(now) === JSON.stringify(earlier), 'nothing changes after a purge', earlier, now);
}

/** Asserts that the status changed only as section 3.1 allows. */
export function mustBeAllowed(before: Execution, after: Execution, decided: readonly string[]): void {
  must(
    (after.checks === null) === (after.status === 'PENDING'),
    'checks are shown only after the end',
    after,
  );
  if (before.dataPurgedAt !== null)
    must(
      JSON.stringify(after) === JSON.stringify(before),
      'reads of a purged execution do not change',
      before,
      after,
    );
  if (before.status === after.status || before.status === 'PENDING') return;
  must(
    before.status !== 'ERROR' && decided.includes(after.status),
    'only a decision changes an end',
    before,
    after,
  );
}
