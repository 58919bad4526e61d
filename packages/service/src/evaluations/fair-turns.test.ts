import { describe, expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.ts';
import { PoolFullError } from './worker-pool.ts';

const owner = (name: string) => ({ accountId: name[0]!, sessionId: name });

/** All that only waits for promises is done. */
const promisesKept = () => new Promise((resolve) => setImmediate(resolve));

/** Work that goes on until the test ends it. */
function heldWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    end: (name: string) => ends.get(name)!(),
  };
}

describe('fair turns', () => {
  it('do one thing at a time, and have the crowd of one account stand behind the one user of another', async () => {
    const turns = createFairTurns({ waiting: 6, perSession: 2 });
    const { begun, work, end } = heldWork();
    const crowd = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'].map((name) =>
      turns.run(owner(name), work(name)).catch((error: unknown) => error),
    );
    const other = turns.run(owner('b1'), work('b1'));
    expect(begun).toEqual(['a1']);
    expect(await crowd[7]).toBeInstanceOf(PoolFullError);
    // The last of the crowd that still waited made room.
    expect(await crowd[6]).toBeInstanceOf(PoolFullError);
    end('a1');
    expect(await crowd[0]).toBe('a1');
    await promisesKept();
    expect(begun).toEqual(['a1', 'a2']);
    end('a2');
    await promisesKept();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    end('b1');
    expect(await other).toBe('b1');
    await promisesKept();
    expect(begun.at(-1)).toBe('a3');
    turns.close();
    await expect(crowd[3]).resolves.toMatchObject({ message: 'There are no more turns.' });
    end('a3');
    expect(await crowd[2]).toBe('a3');
    await expect(turns.run(owner('c'), work('c'))).rejects.toThrow('no more turns');
  });

  it('go on behind work that fails', async () => {
    const turns = createFairTurns({ waiting: 6, perSession: 2 });
    const failing = turns.run(owner('a'), () => Promise.reject(new Error('unreadable')));
    const next = turns.run(owner('b'), async () => 'read');
    await expect(failing).rejects.toThrow('unreadable');
    expect(await next).toBe('read');
  });
});
