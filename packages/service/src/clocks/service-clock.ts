import type { ElapsedMs, TrustedClock } from '../clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Differences between wall clock and monotonic clock up to this are steps of NTP or a short pause of the machine. */
const toleranceMs = 5 * minuteMs;
/** Tolerated differences are forgotten at this interval, so that small steps do not add up over months. */
const forgetEveryMs = hourMs;
/** A start this soon after the last known time continues it. */
const restartWithinMs = hourMs;
/** A jump up to this may come from a suspended or stopped machine. It is accepted once the clock has run evenly for a while. */
const plausibleJumpMs = 30 * dayMs;
/** How long the clock must run evenly after a plausible jump before it is trusted. */
const settleMs = 3 * hourMs;
/** How long a plausible jump ahead must last before the service follows it, without trusting it yet. */
const followMs = minuteMs;
/** Build machines and this one may be in different time zones. */
const buildToleranceMs = dayMs;

/**
 * Why the clock is not trusted. `settling`: it jumped by a plausible amount and is watched. `ahead`, `behind`: it is further from
 * the last known time than a machine is likely to be off, or before this software was built.
 */
export type ClockDoubt = 'settling' | 'ahead' | 'behind';

/** The state of the clock, for logs and operators. */
export interface ClockState {
  /** Null: the clock is trusted. */
  readonly doubt: ClockDoubt | null;
  /** How far the machine's clock is ahead of the time expected, in ms; negative: behind. */
  readonly gapMs: number;
  /** Until the clock is trusted without an operator, in ms; null: it is trusted, or needs one. */
  readonly trustedInMs: number | null;
  /** What the machine's clock shows, in ms since 1970. */
  readonly wall: number;
}

export interface ServiceClockOptions {
  /** The machine's clock, in ms since 1970. */
  readonly wall: () => number;
  readonly elapsed: ElapsedMs;
  /** The last time at which a service on this data trusted its clock; null: there was none. */
  readonly lastKnown: number | null;
  /** When this software was built: no right clock shows less. */
  readonly builtAt: number;
}

/** The clock of the service. */
export interface ServiceClock extends TrustedClock {
  /**
   * The time for others to compare with theirs, as in signatures: the machine's clock, unless it is implausible.
   */
  shown(): number;
  state(): ClockState;
  /** Accepts the machine's clock if an operator confirmed it at a time since its last jump. */
  confirm(confirmedAt: number): void;
}

/** Where time is expected to be: `offset` is the wall clock less the monotonic one. */
interface Line {
  readonly offset: number;
  /** `trusted`: measured by this process. `known`: left by an earlier one, so that a gap ahead is natural. `built`: of the software. */
  readonly source: 'trusted' | 'known' | 'built';
}

/**
 * Makes a clock that compares the machine's clock with the monotonic one at each use. A jump puts it in doubt:
 *
 * - back to where it was: trusted again at once.
 * - plausible (a suspended machine, a correction): trusted after three even hours.
 * - implausible: trusted when an operator confirms it. Meanwhile the service goes on by the monotonic clock.
 *
 * At a start the time is compared with the last known one in the same way.
 */
export function createServiceClock({ wall, elapsed, lastKnown, builtAt }: ServiceClockOptions): ServiceClock {
  const begun = elapsed();
  let expected: Line = {
    offset: Math.max(lastKnown ?? builtAt, builtAt) - begun,
    source: lastKnown === null ? 'built' : 'known',
  };
  let run = { offset: wall() - begun, since: begun };
  let forgottenAt = begun;
  /** The line that `now` follows, and its time when it began to. */
  let followed: { offset: number; since: number } | null = null;

  function look() {
    const at = elapsed();
    const time = wall();
    const offset = time - at;
    if (Math.abs(offset - run.offset) > toleranceMs) run = { offset, since: at };
    const gapMs = offset - expected.offset;
    const isPlausible = time >= builtAt - buildToleranceMs && Math.abs(gapMs) <= plausibleJumpMs;
    const settlesInMs = isPlausible ? run.since + settleMs - at : null;
    const isTrusted = isAsExpected(expected, gapMs) || (settlesInMs !== null && settlesInMs <= 0);
    if (isTrusted) trust(at, offset);
    const now = isTrusted || isFollowed(at, gapMs) ? offset : expected.offset;
    if (followed === null || Math.abs(now - followed.offset) > toleranceMs)
      followed = { offset: now, since: now + at };
    return { time, gapMs, isTrusted, settlesInMs, now: Math.round(now + at), since: followed.since };
  }

  function trust(at: number, offset: number): void {
    const isKnownLine = expected.source === 'trusted' && Math.abs(offset - expected.offset) <= toleranceMs;
    if (isKnownLine && at - forgottenAt < forgetEveryMs) return;
    forgottenAt = at;
    expected = { offset, source: 'trusted' };
    run = { ...run, offset };
  }

  function isFollowed(at: number, gapMs: number): boolean {
    if (gapMs < 0) return false;
    if (expected.source !== 'trusted') return true;
    return gapMs <= plausibleJumpMs && at - run.since >= followMs;
  }

  // What this shows is what later jumps are measured from.
  look();
  return {
    now: () => look().now,
    isTrusted(since) {
      const seen = look();
      return seen.isTrusted || (since !== undefined && since >= seen.since);
    },
    shown() {
      const { time, gapMs, now } = look();
      return Math.abs(gapMs) <= plausibleJumpMs ? time : now;
    },
    state() {
      const { time, gapMs, isTrusted, settlesInMs } = look();
      const doubt = settlesInMs !== null ? 'settling' : gapMs < 0 ? 'behind' : 'ahead';
      return isTrusted
        ? { doubt: null, gapMs: 0, trustedInMs: null, wall: time }
        : { doubt, gapMs, trustedInMs: settlesInMs, wall: time };
    },
    confirm(confirmedAt) {
      const { time } = look();
      const runBegan = run.offset + run.since;
      if (confirmedAt < runBegan - toleranceMs || confirmedAt > time + toleranceMs) return;
      expected = { offset: run.offset, source: 'trusted' };
    },
  };
}

/** Whether the clock shows what it should. */
function isAsExpected({ source }: Line, gapMs: number): boolean {
  if (source === 'built') return gapMs >= -buildToleranceMs;
  return gapMs >= -toleranceMs && gapMs <= (source === 'known' ? restartWithinMs : toleranceMs);
}
