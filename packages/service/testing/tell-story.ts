import { type Execution, executionStatuses, type LinkJourney } from '@vendor/contract';
import { journeyOf, type Move, type Run, runsAfterAll, startedRun } from './expected-run.ts';
import type { Snapshot } from './snapshot.ts';
import type { Story } from './story.ts';
import type { StoryWorld } from './story-world.ts';

/** Contradiction of section 3.1 of the specification. */
export class ContradictionError extends Error {
  override name = 'ContradictionError';
}

function must(holds: boolean, rule: string, ...seen: unknown[]): asserts holds {
  if (!holds) throw new ContradictionError(`${rule}: ${JSON.stringify(seen)}`);
}

/**
 * Tells a story of an execution, and looks after each step, and all through the steps at which several things happen at once,
 * whether the execution is as the specification lets it be.
 *
 * @throws {ContradictionError} when it is not.
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
    // Looks at each commit while it happens as well: a state without its event would be there for a moment only.
    while (!isOver && happening.length > 1) {
      await Promise.all([look(), new Promise(setImmediate)]);
    }
    const moves = await race;
    await look();
    must(subject.wrong.length === 0, 'no such answer', subject.wrong);
    const journey = start.channel === 'link' ? await subject.journey() : null;
    runs = mustBeReached(runs, happening.length > 1 ? raced(moves) : moves, last, journey);
    const after = await subject.read();
    mustBeAllowed(before, after, subject.decisions.slice(decidedBefore));
    must(last.updated === subject.decisions.length, 'one updated for each decision', last, subject.decisions);
    before = after;
  }
}

/**
 * Checks that run beside others may judge what another hands in meanwhile, and by what another one was to find; where that was
 * taken away, everything passes.
 */
function raced(happened: readonly (readonly Move[])[]): readonly (readonly Move[])[] {
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
 * Answers the runs that may have come of what happened and that agree with all that can be seen.
 *
 * @throws {ContradictionError} when none of it may: this end cannot be reached from there, or is due and was not reached.
 */
export function mustBeReached(
  runs: readonly Run[],
  happened: readonly (readonly Move[])[],
  { status, awaiting }: Pick<Snapshot, 'status' | 'awaiting'>,
  journey: LinkJourney | null,
): readonly Run[] {
  const possible = runsAfterAll(runs, happened);
  const seen = possible.filter(
    (run) =>
      run.status === status && run.awaiting === awaiting && (journey === null || journeyOf(run) === journey),
  );
  must(seen.length > 0, 'what may come of it', { status, awaiting, journey }, happened, possible);
  return seen;
}

/** Asserts the rules that hold at each moment, and from each to a later one. */
export function mustFollow(earlier: Snapshot, now: Snapshot): void {
  must(
    executionStatuses.some((status) => status === now.status),
    'a status of the table',
    now,
  );
  must(now.finished === (now.status === 'PENDING' ? 0 : 1), 'finished once, with the end', now);
  must(now.updated === now.decisions, 'one updated with each decision', now);
  must(now.others === 0, 'no other event', now);
  must(now.finished >= earlier.finished && now.updated >= earlier.updated, 'events stay', earlier, now);
  if (earlier.status !== 'PENDING') must(now.status !== 'PENDING', 'an end stays an end', earlier, now);
  if (earlier.status === 'ERROR') must(now.status === 'ERROR', 'ERROR stays', earlier, now);
  if (now.purgedAt !== null) must(now.personal === 0 && now.status !== 'PENDING', 'purged of an end', now);
  if (earlier.purgedAt !== null)
    must(JSON.stringify(now) === JSON.stringify(earlier), 'nothing after a purge', earlier, now);
}

/** Asserts that only steps allowed by section 3.1 follow. */
export function mustBeAllowed(before: Execution, after: Execution, decided: readonly string[]): void {
  must((after.checks === null) === (after.status === 'PENDING'), 'checks with the end', after);
  if (before.dataPurgedAt !== null)
    must(JSON.stringify(after) === JSON.stringify(before), 'a purged one is read the same', before, after);
  if (before.status === after.status || before.status === 'PENDING') return;
  must(before.status !== 'ERROR' && decided.includes(after.status), 'moved by a decision', before, after);
}
