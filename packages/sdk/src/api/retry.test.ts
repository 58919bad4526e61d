import { expect, test, vi } from 'vitest';
import { ServiceFailure } from '../session/service-failure.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { failureOf } from './failure-of.ts';
import { pauseBefore, retry, startRetryLimits, userRetryLimits } from './retry.ts';

function setup(results: (Error | string)[], limits = startRetryLimits) {
  const clock = fakeClock();
  const abort = new AbortController();
  const attempt = vi.fn(async () => {
    const result = results[Math.min(attempt.mock.calls.length, results.length) - 1]!;
    if (typeof result === 'string') return result;
    throw result;
  });
  const onConnection = vi.fn();
  const done = retry(attempt, { limits, clock, signal: abort.signal, onConnection, random: () => 1 });
  done.catch(() => {});
  return { clock, abort, attempt, onConnection, done };
}
const lost = failureOf(0);

test('returns the result of the first attempt without reporting the connection', async () => {
  const { done, onConnection } = setup(['yes']);
  await expect(done).resolves.toBe('yes');
  expect(onConnection).not.toHaveBeenCalled();
});

test('retries after a pause and reports the connection', async () => {
  const { clock, done, attempt, onConnection } = setup([lost, failureOf(503), 'yes']);
  await clock.advance(399);
  expect(attempt).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  expect(attempt).toHaveBeenCalledTimes(2);
  await clock.advance(800);
  await expect(done).resolves.toBe('yes');
  expect(onConnection.mock.calls).toEqual([[failureOf(0)], [failureOf(503)], []]);
});

test('gives up a start after three attempts', async () => {
  const { clock, done, attempt } = setup([lost]);
  await clock.advance(8_000);
  await expect(done).rejects.toBe(lost);
  expect(attempt).toHaveBeenCalledTimes(3);
});

test('gives up a start after eight seconds', { tags: ['DSDK-8'] }, async () => {
  const later = new ServiceFailure('unavailable', 429, 8_001);
  const { done, attempt } = setup([later]);
  await expect(done).rejects.toBe(later);
  expect(attempt).toHaveBeenCalledTimes(1);
  // The random delay adds up to a tenth of the wait, and the usual first pause of at most 400 ms.
  const justInTime = setup([new ServiceFailure('unavailable', 429, 6_900), 'yes']);
  await justInTime.clock.advance(8_000);
  await expect(justInTime.done).resolves.toBe('yes');
});

test('retries after the time that the service asks for plus jitter, or gives up at once if that exceeds the limit', async () => {
  const nineMinutes = new ServiceFailure('unavailable', 503, 9 * 60_000);
  const waiting = setup([nineMinutes, 'yes'], userRetryLimits);
  await waiting.clock.advance(9.9 * 60_000 + 399);
  expect(waiting.attempt).toHaveBeenCalledTimes(1);
  await waiting.clock.advance(1);
  await expect(waiting.done).resolves.toBe('yes');

  const anHour = new ServiceFailure('unavailable', 503, 3_600_000);
  const { clock, done, attempt, onConnection } = setup([anHour, 'yes'], userRetryLimits);
  await expect(done).rejects.toBe(anHour);
  await clock.advance(3_600_000);
  expect(attempt).toHaveBeenCalledTimes(1);
  expect(onConnection).not.toHaveBeenCalled();
});

test('retries for minutes while the user waits', async () => {
  const { clock, done, attempt } = setup([...Array<Error>(30).fill(lost), 'yes'], userRetryLimits);
  await clock.advance(8 * 60_000);
  await expect(done).resolves.toBe('yes');
  expect(attempt).toHaveBeenCalledTimes(31);
});

test('does not count sleep of the device as waiting', async () => {
  const clock = fakeClock();
  const attempt = vi.fn(async () => {
    // The network was lost when the device fell asleep; the attempt ends half an hour later.
    if (attempt.mock.calls.length < 3) {
      await clock.sleep(30 * 60_000, new AbortController().signal);
      throw lost;
    }
    return 'yes';
  });
  const { signal } = new AbortController();
  const done = retry(attempt, { limits: userRetryLimits, clock, signal, random: () => 1 });
  await clock.advance(61 * 60_000);
  await expect(done).resolves.toBe('yes');
});

test('gives up after attempts that never end', async () => {
  const clock = fakeClock();
  const attempt = vi.fn(async () => {
    await clock.sleep(2 * 60_000, new AbortController().signal);
    throw lost;
  });
  const { signal } = new AbortController();
  const done = retry(attempt, { limits: userRetryLimits, clock, signal, random: () => 1 });
  done.catch(() => {});
  await clock.advance(40 * 60_000);
  await expect(done).rejects.toBe(lost);
  // A minute and a half for each, plus the pauses.
  expect(attempt).toHaveBeenCalledTimes(7);
});

test.each([400, 401, 409, 413])('does not retry a permanent refusal: %s', async (status) => {
  const { done, attempt } = setup([failureOf(status)]);
  await expect(done).rejects.toMatchObject({ status });
  expect(attempt).toHaveBeenCalledTimes(1);
});

test('ends at once when aborted during a pause', async () => {
  const { abort, clock, done, attempt } = setup([lost]);
  await clock.advance(1);
  abort.abort();
  await expect(done).rejects.toMatchObject({ name: 'AbortError' });
  expect(attempt).toHaveBeenCalledTimes(1);
});

test("grows pauses up to a maximum, with jitter, and respects the service's wait", () => {
  expect([1, 2, 3, 9].map((failures) => pauseBefore(failures, 0, 1))).toEqual([400, 800, 1_600, 8_000]);
  expect(pauseBefore(1, 0, 0)).toBe(200);
  expect([0, 1].map((random) => pauseBefore(1, 5_000, random))).toEqual([5_200, 5_900]);
});
