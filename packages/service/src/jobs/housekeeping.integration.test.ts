import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLaidDatabase } from '../../testing/lay-database.ts';
import { holdTime, passTime } from '../../testing/pass-time.ts';
import { systemClock } from '../clock.ts';
import { createJobStore } from '../db/jobs/job-store.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { createLogger } from '../logging/logger.ts';
import { type Chore, createHousekeeping } from './housekeeping.ts';
import { createJobRunner } from './job-runner.ts';

const minuteMs = 60_000;
let folder: string;
let database: OpenDatabase;
let lines: string[];
let stop: (() => Promise<void>) | undefined;

beforeEach(async () => {
  holdTime();
  folder = mkdtempSync(join(tmpdir(), 'housekeeping-'));
  database = await openLaidDatabase(folder);
  lines = [];
});
afterEach(async () => {
  await endService();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  vi.useRealTimers();
});

/** Starts what the service needs for its chores. */
async function startService(chores: Record<string, Chore>): Promise<void> {
  const store = createJobStore(database.main);
  const logger = createLogger({ level: 'info', clock: systemClock, write: (line) => lines.push(line) });
  const housekeeping = createHousekeeping({ store, clock: systemClock, logger, chores });
  const handlers = { housekeep: housekeeping.handler };
  const runner = createJobRunner({ store, clock: systemClock, logger, handlers, pollMs: () => minuteMs });
  await housekeeping.begin();
  runner.start();
  stop = () => runner.stop(0);
}

async function endService(): Promise<void> {
  const stopped = stop?.();
  await passTime(1);
  await stopped;
  stop = undefined;
}

const jobs = () => database.main.selectFrom('jobs').selectAll().execute();

it('runs every chore at the start and every hour', async () => {
  const [first, second] = [vi.fn<Chore>(async () => 0), vi.fn<Chore>(async () => 3)];
  await startService({ first, second });
  await passTime(1);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  await passTime(58 * minuteMs);
  expect(first).toHaveBeenCalledTimes(1);
  await passTime(3 * minuteMs);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 2]);
  expect(lines.join('')).toContain('"chore":"second","removed":3');
  expect(lines.join('')).not.toContain('"chore":"first"');
});

it('runs other chores when one fails, and retries that one', async () => {
  const failing = vi.fn<Chore>(async () => Promise.reject(new Error('The disk is gone.')));
  const other = vi.fn<Chore>(async () => 0);
  await startService({ failing, other });
  await passTime(90 * minuteMs);
  expect(failing.mock.calls.length).toBeGreaterThan(8);
  expect(other).toHaveBeenCalledTimes(2);
  failing.mockResolvedValue(0);
  await passTime(15 * minuteMs);
  expect((await jobs()).map(({ failed_at, tries }) => [failed_at, tries])).toEqual([
    [null, 0],
    [null, 0],
  ]);
});

it('runs every chore soon after a clock that was ten days ahead is corrected, and every hour from then on', async () => {
  const right = Date.now();
  vi.setSystemTime(right + 10 * 24 * 60 * minuteMs);
  const chore = vi.fn<Chore>(async () => 0);
  await startService({ chore });
  await passTime(1);
  expect(chore).toHaveBeenCalledTimes(1);
  vi.setSystemTime(right);
  await passTime(2 * minuteMs);
  expect(chore).toHaveBeenCalledTimes(2);
  await passTime(57 * minuteMs);
  expect(chore).toHaveBeenCalledTimes(2);
  await passTime(3 * minuteMs);
  expect(chore).toHaveBeenCalledTimes(3);
});

it('runs a chore once at each start and every hour, and removes the job of a removed chore', async () => {
  const [kept, dropped] = [vi.fn<Chore>(async () => 0), vi.fn<Chore>(async () => 0)];
  await startService({ kept, dropped });
  await passTime(1);
  await endService();
  await startService({ kept });
  await passTime(61 * minuteMs);
  expect(kept).toHaveBeenCalledTimes(3);
  expect(dropped).toHaveBeenCalledTimes(1);
  expect((await jobs()).map(({ subject_id }) => subject_id)).toEqual(['kept']);
});
