import { describe, expect, it } from 'vitest';
import { createFairQueue, type TaskOwner } from '../fair-queue.ts';
import { createOwnerShares } from './owner-shares.ts';

const owner = (accountId: string, address: string, sessionId: string): TaskOwner => ({
  accountId,
  address,
  sessionId,
});

/** Shares where some owners have tasks running, and others have tasks waiting. */
function sharesOf(running: readonly TaskOwner[], waiting: readonly TaskOwner[]) {
  const queue = createFairQueue<TaskOwner>({ waiting: 10, perSession: 10 });
  for (const one of waiting) queue.add(one, one);
  return createOwnerShares(() => running, [queue]);
}

describe('shares of a pool', () => {
  const [first, second] = [owner('a', '10.0.0.1', 's1'), owner('a', '10.0.0.1', 's2')];
  const elsewhere = owner('a', '10.0.0.2', 's3');
  const stranger = owner('b', '10.0.0.1', 's4');

  it('let a session have one task running', () => {
    const { isReady } = sharesOf([first], []);
    expect([isReady(first), isReady(second)]).toEqual([false, true]);
  });

  it('count tasks of an account, and of these the ones from an address', () => {
    const { countOf } = sharesOf([first, second, elsewhere, stranger], []);
    expect(countOf(first)).toEqual({ account: 3, address: 2 });
  });

  it('compare accounts, and within an account its addresses', () => {
    const { surplusOver } = sharesOf([first, second, elsewhere], []);
    expect(surplusOver(first, stranger)).toBe(3);
    expect(surplusOver(first, elsewhere)).toBe(1);
  });

  it('never let one who sends little give way to one who sends much', () => {
    const { surplusOver } = sharesOf([first], [stranger, owner('b', '10.0.0.3', 's5')]);
    expect(surplusOver(first, stranger)).toBe(0);
  });
});
