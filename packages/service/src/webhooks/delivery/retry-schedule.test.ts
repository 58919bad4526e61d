import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseRetryAfter, waitAfterAttempt } from './retry-schedule.ts';

const event = 'orchestration/workflow_execution_finished';
const minute = 60_000;
const hour = 60 * minute;
const now = Date.parse('2030-01-01T00:00:00Z');

describe('the wait after a failed attempt', () => {
  it('waits 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 24 h, 24 h, and then makes no further attempt', {
    tags: ['DHOOK-7'],
  }, () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((attempts) =>
      waitAfterAttempt({ event, attempts, retryAfterMs: null, random: 0.5 }),
    );
    expect(waits).toEqual([
      minute,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      24 * hour,
      24 * hour,
      null,
      null,
    ]);
  });

  it('varies the wait by a fifth in both directions', { tags: ['DHOOK-7'] }, () => {
    const wait = (random: number) => waitAfterAttempt({ event, attempts: 2, retryAfterMs: null, random });
    expect([wait(0), wait(1)]).toEqual([4 * minute, 6 * minute]);
  });

  it('waits as long as the endpoint requests, up to 24 hours, and never less than scheduled', {
    tags: ['DHOOK-14'],
  }, () => {
    const wait = (retryAfterMs: number) =>
      waitAfterAttempt({ event, attempts: 1, retryAfterMs, random: 0.5 });
    expect(wait(3 * hour)).toBe(3 * hour);
    expect(wait(1000)).toBe(minute);
    expect(wait(1000 * hour)).toBe(24 * hour);
    // Rounded up to one of a few values, so that the time of the next attempt repeats no number from the response.
    expect([wait(4711_000), wait(61_000), wait(19 * hour)]).toEqual([2 * hour, 2 * minute, 24 * hour]);
  });

  it('does not retry a sync event', { tags: ['S6.1-8', 'DHOOK-17'] }, () => {
    const sync = 'orchestration/workflow_execution_sync';
    expect(waitAfterAttempt({ event: sync, attempts: 1, retryAfterMs: 1000, random: 0.5 })).toBeNull();
  });
});

describe('Retry-After', () => {
  it('accepts seconds or a date', () => {
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(parseRetryAfter('0', now)).toBe(0);
    expect(parseRetryAfter('Tue, 01 Jan 2030 00:01:30 GMT', now)).toBe(90_000);
    expect(parseRetryAfter('Tuesday, 01-Jan-30 00:01:30 GMT', now)).toBe(90_000);
    expect(parseRetryAfter('99999999999', now)).toBe(99_999_999_999_000);
    expect(parseRetryAfter('9'.repeat(400), now)).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseRetryAfter('Mon, 31 Dec 2029 00:00:00 GMT', now)).toBe(0);
  });

  it.each(['', '-1', '1.5', 'soon', '1e9', 'Tue Jan  1 00:01:30', '2030-01-02', 'Tue, nonsense GMT'])(
    'ignores "%s"',
    (header) => {
      expect(parseRetryAfter(header, now)).toBeNull();
    },
  );

  it('reads its oldest date format as UTC, in any time zone', () => {
    // A thread has the time zone of its process, so a date without a zone must not be parsed as it is.
    const parse = vi.spyOn(Date, 'parse');
    expect(parseRetryAfter('Tue Jan  1 00:01:30 2030', now)).toBe(90_000);
    expect(parse).toHaveBeenCalledExactlyOnceWith('Tue Jan  1 00:01:30 2030 GMT');
    parse.mockRestore();
  });

  it('returns a wait or null for any header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const wait = parseRetryAfter(header, now);
        expect(wait === null || (Number.isFinite(wait) && wait >= 0)).toBe(true);
      }),
    );
    expect(parseRetryAfter(null, now)).toBeNull();
  });
});
