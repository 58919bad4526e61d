/** Owner of a task. */
export interface TaskOwner {
  readonly accountId: string;
  /** The client's address, or the network that is limited as one; null: not known. */
  readonly address: string | null;
  readonly sessionId: string;
}

export interface FairQueueLimits {
  /** How many may wait in all. */
  readonly waiting: number;
  /** How many of one session may wait. */
  readonly perSession: number;
}

/** A queue in which accounts take turns, within each its addresses, and within each of these its sessions. */
export interface FairQueue<Item> {
  readonly size: number;
  /**
   * Queues an item. In a full queue, an item whose account has fewer waiting than another displaces the last item of the account
   * with the most; the same applies to the addresses of an account.
   *
   * @returns the rejected item: the displaced one, or this one if its session or the queue is full. Null: all wait.
   */
  add(item: Item, owner: TaskOwner): Item | null;
  /**
   * Takes the next item whose owner is ready; an owner that is not ready keeps its turn. Null: none.
   *
   * @param isReady - by default, all are.
   */
  take(isReady?: (owner: TaskOwner) => boolean): Item | null;
  /** The owner of the item that `take` would take out. */
  peek(isReady?: (owner: TaskOwner) => boolean): TaskOwner | null;
  /** How many items of an owner's account wait, and how many of these of its address. */
  countOf(owner: TaskOwner): { readonly account: number; readonly address: number };
  /** Takes an item out that no longer waits. */
  remove(item: Item): void;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly owner: TaskOwner;
  /** Grows with every item: the last one came last. */
  readonly number: number;
}

/** Waiting tasks of each account, address or session, in the order of their turns. None is empty. */
type Turns<Line> = Map<string, Line>;
type SessionTurns<Item> = Turns<Waiting<Item>[]>;
type AddressTurns<Item> = Turns<SessionTurns<Item>>;

export function createFairQueue<Item>(limits: FairQueueLimits): FairQueue<Item> {
  const accounts: Turns<AddressTurns<Item>> = new Map();
  let size = 0;
  let lastNumber = 0;
  /** The account that had the last turn: when it comes again at once, others are first. */
  let lastAccount = '';

  const addressesOf = ({ accountId }: TaskOwner) => accounts.get(accountId);
  const sessionsOf = (owner: TaskOwner) => addressesOf(owner)?.get(addressKey(owner));

  function find(isReady: (owner: TaskOwner) => boolean): Waiting<Item> | null {
    const others = [...accounts].filter(([accountId]) => accountId !== lastAccount);
    const own = accounts.get(lastAccount);
    for (const addresses of [...others.map(([, line]) => line), ...(own ? [own] : [])])
      for (const sessions of addresses.values())
        for (const [first] of sessions.values()) if (first && isReady(first.owner)) return first;
    return null;
  }

  /** @param isTurn - whether account, address and session had their turn and go behind all others. */
  function drop(waiting: Waiting<Item>, isTurn: boolean): void {
    const { owner } = waiting;
    const addresses = addressesOf(owner);
    const sessions = addresses?.get(addressKey(owner));
    const line = sessions?.get(owner.sessionId);
    if (!addresses || !sessions || !line) return;
    line.splice(line.indexOf(waiting), 1);
    size -= 1;
    settle(sessions, owner.sessionId, line.length, isTurn);
    settle(addresses, addressKey(owner), sessions.size, isTurn);
    settle(accounts, owner.accountId, addresses.size, isTurn);
  }

  /** Finds the item that gives its place to another when the queue is full; null if no owner has more than a fair share. */
  function findDisplaced(owner: TaskOwner): Waiting<Item> | null {
    const ofAccount = (turns: AddressTurns<Item>) => sum(turns, ofAddress);
    const own = addressesOf(owner);
    const greedy = largest(accounts, ofAccount);
    if (!greedy) return null;
    if (ofAccount(greedy) > (own ? ofAccount(own) : 0) + 1) return last(largest(greedy, ofAddress));
    const crowd = own && largest(own, ofAddress);
    const sessions = sessionsOf(owner);
    if (!crowd || ofAddress(crowd) <= (sessions ? ofAddress(sessions) : 0) + 1) return null;
    return last(crowd);
  }

  return {
    get size() {
      return size;
    },
    add(item, owner) {
      if ((sessionsOf(owner)?.get(owner.sessionId)?.length ?? 0) >= limits.perSession) return item;
      let displaced: Waiting<Item> | null = null;
      if (size >= limits.waiting) {
        displaced = findDisplaced(owner);
        if (!displaced) return item;
        drop(displaced, false);
      }
      const addresses = entryOf<AddressTurns<Item>>(accounts, owner.accountId, () => new Map());
      const sessions = entryOf<SessionTurns<Item>>(addresses, addressKey(owner), () => new Map());
      lastNumber += 1;
      entryOf<Waiting<Item>[]>(sessions, owner.sessionId, () => []).push({ item, owner, number: lastNumber });
      size += 1;
      return displaced?.item ?? null;
    },
    take(isReady = () => true) {
      const next = find(isReady);
      if (!next) return null;
      lastAccount = next.owner.accountId;
      drop(next, true);
      return next.item;
    },
    peek: (isReady = () => true) => find(isReady)?.owner ?? null,
    countOf(owner) {
      const [addresses, sessions] = [addressesOf(owner), sessionsOf(owner)];
      return {
        account: addresses ? sum(addresses, ofAddress) : 0,
        address: sessions ? ofAddress(sessions) : 0,
      };
    },
    remove(item) {
      for (const addresses of accounts.values())
        for (const sessions of addresses.values())
          for (const line of sessions.values()) {
            const waiting = line.find((other) => other.item === item);
            if (waiting) return drop(waiting, false);
          }
    },
  };
}

/** Null is an address of its own. */
function addressKey({ address }: TaskOwner): string {
  return address ?? '';
}

/** Forgets a line that is empty, and puts one that had its turn behind all others. */
function settle<Line>(turns: Turns<Line>, key: string, left: number, isTurn: boolean): void {
  const line = turns.get(key)!;
  if (left === 0 || isTurn) turns.delete(key);
  if (left > 0 && isTurn) turns.set(key, line);
}

function entryOf<Line>(turns: Turns<Line>, key: string, create: () => Line): Line {
  const line = turns.get(key) ?? create();
  turns.set(key, line);
  return line;
}

function sum<Line>(turns: Turns<Line>, countOf: (line: Line) => number): number {
  return [...turns.values()].reduce((total, line) => total + countOf(line), 0);
}

function ofAddress<Item>(sessions: SessionTurns<Item>): number {
  return sum(sessions, ({ length }) => length);
}

function largest<Line>(turns: Turns<Line>, countOf: (line: Line) => number): Line | null {
  const [first = null, ...others] = turns.values();
  return others.reduce((known, line) => (known && countOf(line) > countOf(known) ? line : known), first);
}

/** The one that came last. */
function last<Item>(sessions: SessionTurns<Item> | null): Waiting<Item> | null {
  const all = sessions ? [...sessions.values()].flat() : [];
  return all.reduce<Waiting<Item> | null>(
    (known, waiting) => (known && known.number > waiting.number ? known : waiting),
    null,
  );
}
