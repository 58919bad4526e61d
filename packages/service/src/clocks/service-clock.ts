import type { ElapsedMs, SessionClock } from '../clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Differences between wall clock and monotonic clock up to this are steps of NTP or a short pause of the machine. */
const toleranceMs = 5 * minuteMs;
/** Interval at which tolerated differences are reset, so that small steps do not add up over months. */
const resetDriftEveryMs = hourMs;
/** A start this soon after the last known time continues it. */
const restartWithinMs = hourMs;
/** A jump up to this may come from a suspended or stopped machine. It is accepted once the clock has run evenly for a while. */
const plausibleJumpMs = 30 * dayMs;
/**
 * How long the clock must run evenly after a jump. Then, a plausible jump is trusted, and an implausible jump ahead is
 * followed.
 */
const settleMs = 3 * hourMs;
/** How long a plausible jump ahead must last before the service follows it, without trusting it yet. */
const followMs = minuteMs;
/** Tolerance for the time of the build, whose machine may be in another time zone. */
const buildToleranceMs = dayMs;

/**
 * Why the clock is not trusted. `settling`: it jumped by a plausible amount and is being watched. `ahead`, `behind`: it is
 * before the build of this software, or further from the last known time than a machine's clock is likely to be.
 */
export type ClockDoubt = 'settling' | 'ahead' | 'behind';

/** The state of the clock, for logs and operators. */
export interface ClockState {
  /** Null if the clock is trusted. */
  readonly doubt: ClockDoubt | null;
  /** How far the machine's clock is ahead of the expected time, in ms; negative if behind. */
  readonly gapMs: number;
  /** Time until a settling clock will be trusted, in ms; null unless `doubt` is `settling`. */
  readonly settlesInMs: number | null;
  /** Time of the machine's clock, in ms since 1970. */
  readonly wall: number;
}

export interface ServiceClockOptions {
  /** The machine's clock, in ms since 1970. */
  readonly wall: () => number;
  readonly elapsed: ElapsedMs;
  /** Last time at which a service on this data trusted its clock; null: never. */
  readonly lastKnown: number | null;
  /** Time at which this software was built. No correct clock shows an earlier time. */
  readonly builtAt: number;
}

/** The clock of the service. */
export interface ServiceClock extends SessionClock {
  /**
   * Returns the time for comparison with other machines, as in signatures: the machine's clock, unless it is implausibly far
   * from `now`.
   */
  shown(): number;
  state(): ClockState;
  /** Accepts the machine's clock if an operator confirmed it at a time since its last jump. */
  confirm(confirmedAt: number): void;
}

/** Line along which the time is expected to run. `offset` is the difference of wall clock and monotonic clock. */
interface Line {
  readonly offset: number;
  /**
   * `trusted`: measured by this process. `known`: left by an earlier process, so a gap ahead is natural. `built`: the time of
   * the build.
   */
  readonly source: 'trusted' | 'known' | 'built';
}

/**
 * Creates a clock that compares the machine's clock with the monotonic clock at each use. A jump puts the machine's clock in
 * doubt:
 *
 * - A jump back to the expected time: trusted at once.
 * - A plausible jump (a suspended machine, a correction): trusted once the clock has run evenly for three hours. A jump
 *   ahead is followed after a minute.
 * - An implausible jump: trusted once an operator confirms it. A jump ahead is followed after three hours of running evenly.
 *
 * Until it follows a jump, the service continues by the monotonic clock from the last time that it followed. At a start, the
 * time is compared with the last known one in the same way, but a time ahead is followed at once.
 */
export function createServiceClock({ wall, elapsed, lastKnown, builtAt }: ServiceClockOptions): ServiceClock {
  const begun = elapsed();
  let expected: Line = {
    offset: earliestTime({ lastKnown, builtAt }, wall()) - begun,
    source: lastKnown === null ? 'built' : 'known',
  };
  /** Offset of the machine's clock since its last jump, and the monotonic time of that jump. */
  let run = { offset: wall() - begun, since: begun };
  let driftResetAt = begun;
  /**
   * The line that `now` follows, and the time since which it does. `isFirst`: still the expected line of the start; the
   * machine's clock was neither trusted nor followed yet.
   */
  let followed = { offset: expected.offset, since: expected.offset + begun, isFirst: true };

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
    const isOnLine = Math.abs(offset - followed.offset) <= toleranceMs;
    if (!isOnLine && (isTrusted || isFollowed(at, offset, gapMs)))
      followed = { offset, since: time, isFirst: false };
    else if (isTrusted) followed = { ...followed, offset, isFirst: false };
    const aheadMs = offset - followed.offset;
    // Small steps back add up: the clock may be too far behind the expected time, but still on the followed line. `now` then
    // stays on that line, as for any time behind that is not trusted.
    const now = gapMs >= 0 && Math.abs(aheadMs) <= toleranceMs ? offset : followed.offset;
    return { time, gapMs, aheadMs, isTrusted, settlesInMs, now: Math.round(now + at), since: followed.since };
  }

  /**
   * Returns the time if the clock is trusted and runs evenly, so that a full check would change nothing but the drift. A
   * shortcut, because each request asks several times.
   *
   * @returns null otherwise.
   */
  function steadyTime(): number | null {
    const at = elapsed();
    const offset = wall() - at;
    const isSteady =
      expected.source === 'trusted' &&
      !followed.isFirst &&
      at - driftResetAt < resetDriftEveryMs &&
      Math.abs(offset - expected.offset) <= toleranceMs &&
      Math.abs(offset - run.offset) <= toleranceMs &&
      Math.abs(offset - followed.offset) <= toleranceMs;
    if (!isSteady) return null;
    followed.offset = offset;
    return Math.round(offset + at);
  }

  function trust(at: number, offset: number): void {
    const isKnownLine = expected.source === 'trusted' && Math.abs(offset - expected.offset) <= toleranceMs;
    if (isKnownLine && at - driftResetAt < resetDriftEveryMs) return;
    driftResetAt = at;
    expected = { offset, source: 'trusted' };
    run = { ...run, offset };
  }

  /**
   * Returns whether `now` changes to the time of the machine's clock although that is not trusted. It never does for a time
   * behind the expected one.
   */
  function isFollowed(at: number, offset: number, gapMs: number): boolean {
    if (gapMs < 0) return false;
    const aheadMs = offset - followed.offset;
    // After a start, a clock that was set later or corrected is better evidence than the last known time.
    if (expected.source !== 'trusted' && (followed.isFirst || aheadMs < 0)) return true;
    return at - run.since >= (aheadMs <= plausibleJumpMs ? followMs : settleMs);
  }

  // Later jumps are measured from this time.
  look();
  return {
    now: () => steadyTime() ?? look().now,
    lifetimesFrom() {
      const steady = steadyTime();
      if (steady !== null) return steady;
      const { time, aheadMs, now } = look();
      return aheadMs > 0 && aheadMs <= plausibleJumpMs ? Math.max(time, now) : now;
    },
    trustedInMs: () => {
      const { isTrusted, settlesInMs } = look();
      return isTrusted ? 0 : settlesInMs;
    },
    isTrusted(since) {
      if (steadyTime() !== null) return true;
      const seen = look();
      return seen.isTrusted || (since !== undefined && since >= seen.since);
    },
    shown() {
      const { time, aheadMs, now } = look();
      return Math.abs(aheadMs) <= plausibleJumpMs ? time : now;
    },
    state() {
      const { time, gapMs, isTrusted, settlesInMs } = look();
      const doubt = settlesInMs !== null ? 'settling' : gapMs < 0 ? 'behind' : 'ahead';
      return isTrusted
        ? { doubt: null, gapMs: 0, settlesInMs: null, wall: time }
        : { doubt, gapMs, settlesInMs, wall: time };
    },
    confirm(confirmedAt) {
      const { time } = look();
      const runBegan = run.offset + run.since;
      if (confirmedAt < runBegan - toleranceMs || confirmedAt > time + toleranceMs) return;
      expected = { offset: run.offset, source: 'trusted' };
    },
  };
}

/**
 * Returns the earliest time that is possible at a start. A build that seems later than the machine's clock was probably made in
 * another time zone.
 */
function earliestTime(
  { lastKnown, builtAt }: Pick<ServiceClockOptions, 'lastKnown' | 'builtAt'>,
  time: number,
): number {
  if (lastKnown === null) return builtAt;
  return Math.max(lastKnown, time < builtAt ? builtAt - buildToleranceMs : builtAt);
}

/** Returns whether the clock shows the expected time. */
function isAsExpected({ source }: Line, gapMs: number): boolean {
  if (source === 'built') return gapMs >= -buildToleranceMs;
  return gapMs >= -toleranceMs && gapMs <= (source === 'known' ? restartWithinMs : toleranceMs);
}
