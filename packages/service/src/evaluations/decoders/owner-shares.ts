import type { FairQueue, TaskOwner } from '../fair-queue.ts';

/** Tasks of an owner's account, and how many of these come from its address. */
type Share = ReturnType<FairQueue<unknown>['countOf']>;

/** Shares of a pool by owner, which decide who gives way to whom. */
export interface OwnerShares {
  /** Whether the session has no task running: it has one at a time. */
  isReady(owner: TaskOwner): boolean;
  /** How many tasks of an owner run. */
  countOf(owner: TaskOwner): Share;
  /**
   * How many more one owner's account runs than another's; within an account: its address. None when no more of it run and
   * wait in all: who sends little never gives way to who sends much.
   */
  surplusOver(owner: TaskOwner, other: TaskOwner): number;
}

/**
 * @param running - owners of the tasks that run, one for each.
 * @param queues - hold the tasks that wait.
 */
export function createOwnerShares(
  running: () => readonly TaskOwner[],
  queues: readonly Pick<FairQueue<unknown>, 'countOf'>[],
): OwnerShares {
  const countOf = ({ accountId, address }: TaskOwner): Share => {
    const ofAccount = running().filter((owner) => owner.accountId === accountId);
    return {
      account: ofAccount.length,
      address: ofAccount.filter((owner) => owner.address === address).length,
    };
  };
  return {
    isReady: ({ sessionId }) => running().every((owner) => owner.sessionId !== sessionId),
    countOf,
    surplusOver(owner, other) {
      const level = owner.accountId === other.accountId ? 'address' : 'account';
      const demandOf = (one: TaskOwner) =>
        queues.reduce((sum, queue) => sum + queue.countOf(one)[level], countOf(one)[level]);
      return demandOf(owner) > demandOf(other) ? countOf(owner)[level] - countOf(other)[level] : 0;
    },
  };
}
