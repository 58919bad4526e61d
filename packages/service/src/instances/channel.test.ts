import { expect, it } from 'vitest';
import { StateWatch } from '../executions/session/state-watch.ts';
import { createLogger } from '../logging/logger.ts';
import { type OpenLine, openChannel } from './channel.ts';
import { heartbeatEveryMs } from './instance-store.ts';

/** A channel whose line, database and time are controlled by the test. */
function setUp() {
  let listener: Parameters<OpenLine>[0] | undefined;
  const world = { elapsed: 0, marks: new Map<string, string>(), asked: 0, woken: [] as string[], jobs: 0 };
  const watch = new StateWatch();
  watch.listenToAll((id) => world.woken.push(id));
  const channel = openChannel({
    instanceId: 'own',
    connectionName: 'orchestration own',
    open: (given) => {
      listener = given;
      return { stop: async () => {} };
    },
    watch,
    async marksOf(ids) {
      world.asked += 1;
      return new Map(ids.map((id) => [id, world.marks.get(id) ?? '']));
    },
    wakeJobs: () => {
      world.jobs += 1;
    },
    elapsed: () => world.elapsed,
    logger: createLogger({ level: 'error', clock: { now: () => 0 }, write: () => {} }),
  });
  return { world, watch, channel, line: listener! };
}

it('wakes for messages of other instances, but not for its own', () => {
  const { world, line } = setUp();
  line.onMessage('execution one orchestration other');
  line.onMessage('execution two orchestration own');
  line.onMessage('job - orchestration own');
  line.onMessage('job - orchestration other');
  expect([world.woken, world.jobs]).toEqual([['one'], 1]);
});

it('sends no query while it receives its own heartbeat', async () => {
  const { world, watch, channel, line } = setUp();
  line.onMessage('beat own -');
  await channel.look();
  watch.listen('one');
  await channel.look();
  world.elapsed = heartbeatEveryMs;
  await channel.look();
  expect([world.asked, world.woken]).toEqual([0, []]);
});

it('polls while a pooler drops messages, even if heartbeats of others arrive', async () => {
  const { world, watch, channel, line } = setUp();
  watch.listen('one');
  line.onMessage('beat other -');
  await channel.look();
  // Changes before the first check are unknown.
  expect(world.woken).toEqual(['one']);
  await channel.look();
  expect(world.woken).toEqual(['one']);
  world.marks.set('one', 'changed');
  await channel.look();
  expect([world.woken, world.asked]).toEqual([['one', 'one'], 3]);
});

it('polls at once when the line breaks, and once more after it reopens', async () => {
  const { world, watch, channel, line } = setUp();
  watch.listen('one');
  line.onMessage('beat own -');
  line.onLost();
  await channel.look();
  expect([channel.isHeard(), world.asked]).toEqual([false, 1]);
  line.onMessage('beat own -');
  for (let look = 0; look < 3; look += 1) await channel.look();
  expect([channel.isHeard(), world.asked]).toEqual([true, 2]);
});

it('wakes for a commit made while the line was broken, even if it reopens before the next check', async () => {
  const { world, watch, channel, line } = setUp();
  line.onMessage('beat own -');
  await channel.look();
  watch.listen('one');
  const { jobs } = world;
  line.onLost();
  world.marks.set('one', 'changed');
  line.onMessage('beat own -');
  await channel.look();
  expect([channel.isHeard(), world.woken, world.jobs - jobs]).toEqual([true, ['one'], 1]);
});

it('sends no query if nobody waits', async () => {
  const { world, channel } = setUp();
  await channel.look();
  expect(world.asked).toBe(0);
});

it('remembers an execution between two long polls, and forgets it when nobody waits any longer', async () => {
  const { world, watch, channel } = setUp();
  const first = watch.listen('one');
  await channel.look();
  first.stop();
  await channel.look();
  const second = watch.listen('one');
  await channel.look();
  expect(world.woken).toEqual(['one']);
  second.stop();
  for (let look = 0; look < 11; look += 1) await channel.look();
  watch.listen('one');
  await channel.look();
  expect(world.woken).toEqual(['one', 'one']);
});
