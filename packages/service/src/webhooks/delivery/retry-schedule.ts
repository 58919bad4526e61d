import { eventTraits, type WebhookEvent } from '@vendor/contract';
import { grantedWaitMs } from './granted-wait.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** No wait is longer: 24 hours, scattered by a fifth, and some reserve. */
export const longestWaitMs = 29 * hourMs;

/** Waits after the first, second, … attempt that failed. After the last one the delivery is not tried again. */
const waitsMs = [
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
  /** How many attempts there were, this one included. */
  attempts: number;
  /** From the receiver's `Retry-After`, or null. */
  retryAfterMs: number | null;
  /** From 0 to 1: scatters what failed together by a fifth each way. */
  random: number;
}

/**
 * How long to wait after an attempt that failed, or null when it was the last.
 *
 * @param isClockTrusted - false: the waits before may have been none, so that a day later there is another attempt.
 */
export function waitAfterAttempt(
  { event, attempts, retryAfterMs, random }: FailedAttempt,
  isClockTrusted = true,
): number | null {
  if (eventTraits[event].isSentOnce) return null;
  const wait = waitsMs[attempts - 1] ?? (isClockTrusted ? undefined : waitsMs.at(-1));
  if (wait === undefined) return null;
  const scattered = Math.round(wait * (0.8 + 0.4 * random));
  return Math.max(scattered, grantedWaitMs(retryAfterMs ?? 0));
}

/**
 * The wait that a `Retry-After` header asks for (RFC 9110, 10.2.3), milliseconds: seconds, however many, or a date in one of the
 * three forms of 5.6.7. Null when it says nothing.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER);
  // The oldest form names no zone and means UTC.
  const date = asctime.test(header)
    ? Date.parse(`${header} GMT`)
    : datedInGmt.test(header)
      ? Date.parse(header)
      : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

const datedInGmt = /^[A-Z][a-z]{2,8}, .* GMT$/;
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;
