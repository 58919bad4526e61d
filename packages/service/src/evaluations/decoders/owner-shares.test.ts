import { describe, expect, it } from 'vitest';
import { createFairQueue, type TaskOwner } from '../fair-queue.ts';
import { createOwnerShares } from './owner-shares.ts';

const owner = (accountId: string, address: string, sessionId: string): TaskOwner => ({
  accountId,
  address,
  sessionId,
});

/** Creates shares of owners with running tasks, and of owners with waiting ones. */
function sharesOf(running: readonly TaskOwner[], waiting: readonly TaskOwner[]) {
  const queue = createFairQueue<TaskOwner>({ waiting: 10, perSession: 10 });
  for (const one of waiting) queue.add(one, one);
  return createOwnerShares(() => running, [queue]);
}

describe('owner shares', () => {
  const [first, second] = [owner('a', '10.0.0.1', 's1'), owner('a', '10.0.0.1', 's2')];
  const elsewhere = owner('a', '10.0.0.2', 's3');
  const otherAccount = owner('b', '10.0.0.1', 's4');

  it('allows one running task per session', () => {
    const { isReady } = sharesOf([first], []);
    expect([isReady(first), isReady(second)]).toEqual([false, true]);
  });

  it('counts the tasks of an account, and those of an address within it', () => {
    const { countOf } = sharesOf([first, second, elsewhere, otherAccount], []);
    expect(countOf(first)).toEqual({ account: 3, address: 2 });
  });

  it('compares accounts, and addresses within an account', () => {
    const { surplusOver } = sharesOf([first, second, elsewhere], []);
    expect(surplusOver(first, otherAccount)).toBe(3);
    expect(surplusOver(first, elsewhere)).toBe(1);
  });

  it('never makes an owner of few tasks give way to an owner of many', () => {
    const { surplusOver } = sharesOf([first], [otherAccount, owner('b', '10.0.0.3', 's5')]);
    expect(surplusOver(first, otherAccount)).toBe(0);
  });
});
