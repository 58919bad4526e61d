import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

const open = () => createFairQueue<string>({ waiting: 6, perSession: 2 });
/** `a1`: an item of account a, session a1; `a1@x`: from address x. */
const add = (queue: FairQueue<string>, name: string) =>
  queue.add(name, {
    accountId: name[0]!,
    address: /@(\S)/.exec(name)?.[1] ?? null,
    sessionId: name.slice(0, 2),
  });
const takeAll = (queue: FairQueue<string>) => {
  const taken: string[] = [];
  for (let item = queue.take(); item !== null; item = queue.take()) taken.push(item);
  return taken;
};

describe('a fair queue', () => {
  it('lets accounts take turns, each in the order of arrival', () => {
    const queue = open();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) expect(add(queue, name)).toBeNull();
    expect(queue.take()).toBe('a1');
    expect(add(queue, 'b2')).toBeNull();
    expect(takeAll(queue)).toEqual(['b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('lets addresses of an account take turns, and sessions of an address', () => {
    const queue = open();
    for (const name of ['a1@x', 'a1@x back', 'a2@x', 'a3@y', 'a4@y']) add(queue, name);
    expect(takeAll(queue)).toEqual(['a1@x', 'a3@y', 'a2@x', 'a4@y', 'a1@x back']);
  });

  it('skips an owner who is not ready without losing the turn', () => {
    const queue = open();
    for (const name of ['a1', 'b1', 'b2']) add(queue, name);
    expect(queue.take(({ accountId }) => accountId !== 'a')).toBe('b1');
    expect(queue.peek()).toMatchObject({ accountId: 'a' });
    expect(takeAll(queue)).toEqual(['a1', 'b2']);
  });

  it('puts an account that queues again immediately behind the waiting ones', () => {
    const queue = open();
    add(queue, 'a1');
    expect(queue.take()).toBe('a1');
    add(queue, 'a2');
    add(queue, 'b1');
    expect(takeAll(queue)).toEqual(['b1', 'a2']);
  });

  it('displaces an item of the address with too many when the queue is full', () => {
    const queue = open();
    for (const name of ['a1@x', 'a2@x', 'a3@x', 'a4@x', 'a5@x', 'a6@x']) add(queue, name);
    expect(add(queue, 'a7@y')).toBe('a6@x');
    expect(add(queue, 'a8@x')).toBe('a8@x');
  });

  it('removes an item', () => {
    const queue = open();
    for (const name of ['a1', 'a2']) add(queue, name);
    queue.remove('a1');
    expect([queue.size, takeAll(queue)]).toEqual([1, ['a2']]);
  });

  it('limits the waiting items of a session', () => {
    const queue = open();
    expect(add(queue, 'a1')).toBeNull();
    expect(add(queue, 'a1 back')).toBeNull();
    expect(add(queue, 'a1 again')).toBe('a1 again');
    expect(add(queue, 'a2')).toBeNull();
    expect(takeAll(queue)).toEqual(['a1', 'a2', 'a1 back']);
  });

  it('displaces an item of the account with too many when the queue is full', () => {
    const queue = open();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) add(queue, name);
    expect(add(queue, 'a7')).toBe('a7');
    expect(add(queue, 'b1')).toBe('a6');
    expect(add(queue, 'b2')).toBe('a5');
    expect(add(queue, 'b3')).toBe('a4');
    // Both have three now, so neither displaces an item of the other.
    expect(add(queue, 'b4')).toBe('b4');
    expect(add(queue, 'a8')).toBe('a8');
    expect(add(queue, 'c1')).not.toBeNull();
    expect(takeAll(queue).filter((name) => name.startsWith('c'))).toEqual(['c1']);
  });

  it('keeps its limit, loses no item, and never rejects an owner who has fewer than another', () => {
    const step = fc.oneof(
      fc.constant(null),
      fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 5 })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = open();
        const waiting = new Set<string>();
        const of = (account: string) => [...waiting].filter((name) => name[0] === account).length;
        steps.forEach((account, index) => {
          if (account === null) {
            const taken = queue.take();
            if (taken === null) expect(waiting.size).toBe(0);
            else expect(waiting.delete(taken)).toBe(true);
            return;
          }
          const name = `${account[0]}${account[1]} ${index}`;
          const lost = add(queue, name);
          const ofSession = [...waiting].filter((other) => other.startsWith(name.slice(0, 2))).length;
          if (lost === name && ofSession < 2)
            for (const other of 'abcd') expect(of(other)).toBeLessThanOrEqual(of(account[0]) + 1);
          waiting.add(name);
          if (lost !== null) expect(waiting.delete(lost)).toBe(true);
          expect(waiting.size).toBeLessThanOrEqual(6);
        });
        expect(new Set(takeAll(queue))).toEqual(waiting);
      }),
    );
  });
});
