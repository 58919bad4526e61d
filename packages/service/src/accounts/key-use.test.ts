import { expect, it } from 'vitest';
import { createKeyUse } from './key-use.ts';

it('notes the use of a key once a minute, and reports failures', async () => {
  const clock = { time: 1000, now: () => clock.time };
  const kept: [string, number][] = [];
  let isBroken = false;
  const store = {
    async noteUse(id: string, now: number) {
      if (isBroken) throw new Error('no room');
      kept.push([id, now]);
    },
  };
  const failures: unknown[] = [];
  const note = createKeyUse({ store, clock }, (error) => failures.push(error));
  const at = (time: number, id = 'a') => {
    clock.time = time;
    note(id);
  };
  at(1000);
  at(60_999);
  at(60_999, 'b');
  at(61_000);
  at(500);
  expect(kept).toEqual([
    ['a', 1000],
    ['b', 60_999],
    ['a', 61_000],
    ['a', 500],
  ]);
  isBroken = true;
  at(500_000);
  await Promise.resolve();
  expect(failures).toEqual([new Error('no room')]);
});
