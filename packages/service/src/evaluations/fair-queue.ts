/** Whose a task is. */
export interface TaskOwner {
  readonly accountId: string;
  readonly sessionId: string;
}

export interface FairQueueLimits {
  /** How many may wait in all. */
  readonly waiting: number;
  /** How many of one session may wait. */
  readonly perSession: number;
}

/** What waits for something that there is one of, in an order in which no account and no session can keep others out. */
export interface FairQueue<Item> {
  /**
   * Lets an item wait. In a full queue one of an account that has fewer waiting than another takes the place of the one
   * that came last of the account with the most.
   *
   * @returns the item that lost its place to it, or that has none: itself, when its session or the queue is full. Null: all wait.
   */
  add(item: Item, owner: TaskOwner): Item | null;
  /** Takes the next one out: accounts take turns, and within each what came first is first. Null: none waits. */
  take(): Item | null;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly owner: TaskOwner;
}

export function createFairQueue<Item>(limits: FairQueueLimits): FairQueue<Item> {
  /** By account, in the order of their turns; within each in the order in which they came. None is empty. */
  const lines = new Map<string, Waiting<Item>[]>();
  const countOf = (accountId: string) => lines.get(accountId)?.length ?? 0;

  function longest(): Waiting<Item>[] | null {
    const [first = null, ...others] = lines.values();
    return others.reduce((known, line) => (line.length > (known?.length ?? 0) ? line : known), first);
  }

  return {
    add(item, owner) {
      const line = lines.get(owner.accountId) ?? [];
      const ofSession = line.filter((other) => other.owner.sessionId === owner.sessionId);
      if (ofSession.length >= limits.perSession) return item;
      const total = [...lines.values()].reduce((sum, { length }) => sum + length, 0);
      let displaced: Item | null = null;
      if (total >= limits.waiting) {
        const greedy = longest();
        if (!greedy || greedy.length <= countOf(owner.accountId) + 1) return item;
        displaced = greedy.pop()!.item;
      }
      line.push({ item, owner });
      lines.set(owner.accountId, line);
      return displaced;
    },
    take() {
      const [turn] = lines;
      if (!turn) return null;
      const [accountId, line] = turn;
      const next = line.shift()!;
      // Behind all others until its next turn.
      lines.delete(accountId);
      if (line.length > 0) lines.set(accountId, line);
      return next.item;
    },
  };
}
