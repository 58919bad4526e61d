import { eventTraits, type WebhookEvent } from '@vendor/contract';
import { roundRetryAfterMs } from './round-retry-after.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Maximum wait in ms: 24 hours, plus a fifth as jitter, plus some reserve. */
export const maxWaitMs = 29 * hourMs;

/** Waits after the first, second, … failed attempt. After the last one, the delivery is given up. */
const retryWaitsMs = [
  1 * minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  24 * hourMs,
  24 * hourMs,
];

export interface FailedAttempt {
  event: WebhookEvent;
  /** Number of attempts so far, including this one. */
  attempts: number;
  /** Wait requested by `Retry-After`; null if absent. */
  retryAfterMs: number | null;
  /** From 0 to 1; varies the wait by up to a fifth in either direction. */
  random: number;
}

/**
 * Returns the wait in ms after a failed attempt, or null if it was the last one.
 *
 * @param isClockTrusted - if false, earlier waits may have been too short, so another attempt follows a day later instead of
 *   giving up.
 */
export function waitAfterAttempt(
  { event, attempts, retryAfterMs, random }: FailedAttempt,
  isClockTrusted = true,
): number | null {
  if (eventTraits[event].isSentOnce) return null;
  const wait = retryWaitsMs[attempts - 1] ?? (isClockTrusted ? undefined : retryWaitsMs.at(-1));
  if (wait === undefined) return null;
  const withJitter = Math.round(wait * (0.8 + 0.4 * random));
  return Math.max(withJitter, roundRetryAfterMs(retryAfterMs ?? 0));
}

/**
 * Parses a `Retry-After` header (RFC 9110, 10.2.3) to a wait in ms. Accepts any number of seconds, or a date in one of the
 * three formats of 5.6.7. Null if absent or invalid.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER);
  // The oldest format names no time zone and means UTC.
  const date = asctime.test(header)
    ? Date.parse(`${header} GMT`)
    : datedInGmt.test(header)
      ? Date.parse(header)
      : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

const datedInGmt = /^[A-Z][a-z]{2,8}, .* GMT$/;
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;
