import { expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createHeartbeat } from './heartbeat.ts';
import { goneAfterMs, heartbeatEveryMs } from './instance-store.ts';

/** An instance whose time and other instances are controlled by the test. */
function setUp() {
  const world = {
    elapsed: 0,
    gone: 1,
    forgotten: 0,
    isKnown: true,
    calls: [] as string[],
    lines: [] as string[],
  };
  const beat = createHeartbeat({
    instances: {
      beat: async () => ({ isKnown: world.isKnown, gone: world.gone, forgotten: world.forgotten }),
      async removeGone() {
        world.calls.push('remove');
        return world.gone;
      },
    },
    now: () => 0,
    elapsed: () => world.elapsed,
    logger: createLogger({
      level: 'warn',
      clock: { now: () => 0 },
      write: (line) => world.lines.push(line),
    }),
    async endLeases() {
      world.calls.push('end leases');
      return 2;
    },
    async endOwnLeases() {
      world.calls.push('end own leases');
      return 1;
    },
    wake: () => world.calls.push('wake'),
  });
  const beatFor = async (ms: number) => {
    for (const until = world.elapsed + ms; world.elapsed < until; ) {
      world.elapsed += heartbeatEveryMs;
      await beat();
    }
  };
  return { world, beat, beatFor };
}

it('frees the jobs of stopped instances before it removes them', async () => {
  const { world, beatFor } = setUp();
  await beatFor(goneAfterMs);
  expect(world.calls).toEqual(['end leases', 'remove', 'wake']);
});

it('frees its own jobs with expired leases, and those of no other instance', async () => {
  const { world, beat } = setUp();
  world.forgotten = 1;
  await beat();
  expect(world.calls).toEqual(['end own leases', 'wake']);
});

it('leaves other instances alone while all send heartbeats', async () => {
  const { world, beatFor } = setUp();
  world.gone = 0;
  await beatFor(3 * goneAfterMs);
  expect(world.calls).toEqual([]);
});

it('gives other instances time after its own heartbeat was delayed', async () => {
  const { world, beat, beatFor } = setUp();
  world.gone = 0;
  await beatFor(goneAfterMs);
  // The database is unavailable to all instances.
  world.elapsed += 60_000;
  world.gone = 2;
  await beat();
  await beatFor(goneAfterMs - heartbeatEveryMs);
  expect(world.calls).toEqual([]);
  await beatFor(heartbeatEveryMs);
  expect(world.calls).toEqual(['end leases', 'remove', 'wake']);
});

it('warns when the others considered it stopped', async () => {
  const { world, beat } = setUp();
  world.isKnown = false;
  await beat();
  expect(world.lines.join()).toContain('others took over its jobs');
});
