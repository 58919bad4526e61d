import { builtAt } from '../../clocks/built-at.ts';
import { type ClockDoubt, createServiceClock } from '../../clocks/service-clock.ts';
import { createClockMarkStore } from '../../db/clock-marks.ts';
import { toIsoString } from '../table.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import type { View } from './view.ts';

/** Tolerance in ms: stored times further ahead were written with a wrong clock. */
const aheadMs = 60_000;

/** Checks whether the service trusts the clock, or would trust it if started now. */
export async function lookAtClockTrust({ reader }: View, isRunning: boolean, now: number): Promise<Finding> {
  const check = 'clock trust';
  const remedy = 'Set the clock by NTP. If it is right: orchestration clock confirm';
  const waits = 'Purges, expiries and other removals wait.';
  const mark = await createClockMarkStore(reader).find();
  if (mark === null) return ok(check, 'No time is stored yet.');
  const lastKnown = mark.trustedAt;
  const stored = `The last trusted time is ${toIsoString(lastKnown) ?? 'not stored'}.`;
  if (isRunning) {
    if (mark.doubt === null) return ok(check, `Wall clock and monotonic clock agree. ${stored}`);
    return warn(check, `${doubtWords(mark.doubt, mark.gapMs)} ${waits} ${stored}`, remedy);
  }
  const options = { wall: () => now, elapsed: () => 0, lastKnown, builtAt: builtAt() };
  const { doubt, gapMs } = createServiceClock(options).state();
  if (doubt === null || (doubt === 'settling' && gapMs > 0)) return ok(check, stored);
  return warn(check, `${doubtWords(doubt, gapMs)} After a start: ${waits} ${stored}`, remedy);
}

function doubtWords(doubt: ClockDoubt, gapMs: number): string {
  const by = `${spanWords(Math.abs(gapMs))} ${gapMs < 0 ? 'behind' : 'ahead of'} the time expected`;
  return doubt === 'settling'
    ? `The clock is ${by}, and is trusted once it has run evenly for three hours.`
    : `The clock is ${by}: too far to be trusted without you.`;
}

function spanWords(ms: number): string {
  const hours = ms / (60 * 60_000);
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return hours >= 2 ? `${Math.round(hours)} hours` : `${Math.round(ms / 60_000)} minutes`;
}

/** Checks whether the clock is earlier than stored times. */
export async function lookAtClock({ reader }: View, now: number): Promise<Finding> {
  const { newest } = await reader
    .selectFrom('executions')
    .select(({ fn }) => fn.max('created_at').as('newest'))
    .executeTakeFirstOrThrow();
  if (newest === null || newest - now <= aheadMs) return ok('stored times', 'None lies in the future.');
  const says = `An execution was started at ${new Date(newest).toISOString()}, which is in the future.`;
  return fail('stored times', says, 'The clock was or is wrong. Let NTP set it.');
}
