import type { FairQueue, TaskOwner } from '../fair-queue.ts';

/** Number of tasks of an owner's account, and of its address within the account. */
type Share = ReturnType<FairQueue<unknown>['countOf']>;

/** Compares the load of owners, to decide whose task gives way to whose. */
export interface OwnerShares {
  /** Returns whether the session has no running task. A session runs one task at a time. */
  isReady(owner: TaskOwner): boolean;
  /** Counts the running tasks of an owner. */
  countOf(owner: TaskOwner): Share;
  /**
   * Returns how many more tasks the owner's account runs than the other's. For owners of one account, compares their
   * addresses instead. Returns 0 unless the owner also has more running and waiting tasks in total, so that a sender of few
   * tasks never gives way to a sender of many.
   */
  surplusOver(owner: TaskOwner, other: TaskOwner): number;
}

/**
 * @param running - returns the owner of each running task.
 * @param queues - queues of the waiting tasks.
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
