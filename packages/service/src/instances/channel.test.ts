import { expect, it } from 'vitest';
import { StateWatch } from '../executions/session/state-watch.ts';
import { createLogger } from '../logging/logger.ts';
import { type OpenLine, openChannel } from './channel.ts';
import { heartbeatEveryMs } from './instance-store.ts';

/** A channel whose line, database and time are in the test's hands. */
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

it('wakes for what other instances tell, and not for what this one did', () => {
  const { world, line } = setUp();
  line.hear('execution one orchestration other');
  line.hear('execution two orchestration own');
  line.hear('job - orchestration own');
  line.hear('job - orchestration other');
  expect([world.woken, world.jobs]).toEqual([['one'], 1]);
});

it('asks the database nothing while it hears its own heartbeat', async () => {
  const { world, watch, channel, line } = setUp();
  line.hear('beat own -');
  await channel.look();
  watch.listen('one');
  await channel.look();
  world.elapsed = heartbeatEveryMs;
  await channel.look();
  expect([world.asked, world.woken]).toEqual([0, []]);
});

it('looks itself while a pooler swallows what is told: the heartbeats of others prove nothing', async () => {
  const { world, watch, channel, line } = setUp();
  watch.listen('one');
  line.hear('beat other -');
  await channel.look();
  // Whatever changed before the first look is not known.
  expect(world.woken).toEqual(['one']);
  await channel.look();
  expect(world.woken).toEqual(['one']);
  world.marks.set('one', 'changed');
  await channel.look();
  expect([world.woken, world.asked]).toEqual([['one', 'one'], 3]);
});

it('looks at once when the line is cut, and once when it is back', async () => {
  const { world, watch, channel, line } = setUp();
  watch.listen('one');
  line.hear('beat own -');
  line.lose();
  await channel.look();
  expect([channel.isHeard(), world.asked]).toEqual([false, 1]);
  line.hear('beat own -');
  for (let look = 0; look < 3; look += 1) await channel.look();
  expect([channel.isHeard(), world.asked]).toEqual([true, 2]);
});

it('wakes for what was committed while the line was cut, even if it is back before the next look', async () => {
  const { world, watch, channel, line } = setUp();
  line.hear('beat own -');
  await channel.look();
  watch.listen('one');
  const { jobs } = world;
  line.lose();
  world.marks.set('one', 'changed');
  line.hear('beat own -');
  await channel.look();
  expect([channel.isHeard(), world.woken, world.jobs - jobs]).toEqual([true, ['one'], 1]);
});

it('asks nothing where nobody waits', async () => {
  const { world, channel } = setUp();
  await channel.look();
  expect(world.asked).toBe(0);
});

it('remembers an execution between two long polls, and forgets one that nobody waits for any more', async () => {
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
