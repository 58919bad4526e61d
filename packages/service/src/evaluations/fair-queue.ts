/** Owner of a task. */
export interface TaskOwner {
  readonly accountId: string;
  /** Address of the client, or the network that shares its limits; null if unknown. */
  readonly address: string | null;
  readonly sessionId: string;
}

export interface FairQueueLimits {
  /** Maximum number of waiting items. */
  readonly waiting: number;
  /** Maximum number of waiting items per session. */
  readonly perSession: number;
}

/** A queue in which accounts take turns, within an account its addresses, and within an address its sessions. */
export interface FairQueue<Item> {
  readonly size: number;
  /**
   * Queues an item. In a full queue, an item whose account has fewer waiting than another displaces the last item of the
   * account with the most; the same applies to the addresses of an account.
   *
   * @returns the rejected item: the displaced one, or this one if its session or the queue is full. Null if no item was
   *   rejected.
   */
  add(item: Item, owner: TaskOwner): Item | null;
  /**
   * Takes the next item whose owner is ready; an owner that is not ready keeps its turn. Null if there is none.
   *
   * @param isReady - by default, all owners are ready.
   */
  take(isReady?: (owner: TaskOwner) => boolean): Item | null;
  /** Returns the owner of the item that `take` would return. */
  peek(isReady?: (owner: TaskOwner) => boolean): TaskOwner | null;
  /** Counts the waiting items of an owner's account, and of its address within the account. */
  countOf(owner: TaskOwner): { readonly account: number; readonly address: number };
  /** Removes an item from the queue. */
  remove(item: Item): void;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly owner: TaskOwner;
  /** Increases with every item. */
  readonly number: number;
}

/** Waiting items by account, address or session, in the order of their turns. No entry is empty. */
type Turns<Line> = Map<string, Line>;
type SessionTurns<Item> = Turns<Waiting<Item>[]>;
type AddressTurns<Item> = Turns<SessionTurns<Item>>;

export function createFairQueue<Item>(limits: FairQueueLimits): FairQueue<Item> {
  const accounts: Turns<AddressTurns<Item>> = new Map();
  let size = 0;
  let lastNumber = 0;
  /** The account that had the last turn. Other accounts come first, even if this one queues again immediately. */
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

  /** Removes an item. @param isTurn - whether account, address and session had their turn and move behind all others. */
  function drop(waiting: Waiting<Item>, isTurn: boolean): void {
    const { owner } = waiting;
    const addresses = addressesOf(owner);
    const sessions = addresses?.get(addressKey(owner));
    const line = sessions?.get(owner.sessionId);
    if (!addresses || !sessions || !line) return;
    line.splice(line.indexOf(waiting), 1);
    size -= 1;
    updateTurns(sessions, owner.sessionId, line.length, isTurn);
    updateTurns(addresses, addressKey(owner), sessions.size, isTurn);
    updateTurns(accounts, owner.accountId, addresses.size, isTurn);
  }

  /** Finds the item that is displaced when the queue is full; null if no owner has more than a fair share. */
  function findDisplaced(owner: TaskOwner): Waiting<Item> | null {
    const ofAccount = (turns: AddressTurns<Item>) => sum(turns, countItems);
    const own = addressesOf(owner);
    const largestAccount = largest(accounts, ofAccount);
    if (!largestAccount) return null;
    if (ofAccount(largestAccount) > (own ? ofAccount(own) : 0) + 1)
      return last(largest(largestAccount, countItems));
    const largestAddress = own && largest(own, countItems);
    const sessions = sessionsOf(owner);
    if (!largestAddress || countItems(largestAddress) <= (sessions ? countItems(sessions) : 0) + 1)
      return null;
    return last(largestAddress);
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
      const addresses = getOrCreate<AddressTurns<Item>>(accounts, owner.accountId, () => new Map());
      const sessions = getOrCreate<SessionTurns<Item>>(addresses, addressKey(owner), () => new Map());
      lastNumber += 1;
      getOrCreate<Waiting<Item>[]>(sessions, owner.sessionId, () => []).push({
        item,
        owner,
        number: lastNumber,
      });
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
        account: addresses ? sum(addresses, countItems) : 0,
        address: sessions ? countItems(sessions) : 0,
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

/** Returns the key of an address. Unknown addresses share one key. */
function addressKey({ address }: TaskOwner): string {
  return address ?? '';
}

/** Removes an empty line, and moves a line that had its turn behind all others. */
function updateTurns<Line>(turns: Turns<Line>, key: string, left: number, isTurn: boolean): void {
  const line = turns.get(key)!;
  if (left === 0 || isTurn) turns.delete(key);
  if (left > 0 && isTurn) turns.set(key, line);
}

function getOrCreate<Line>(turns: Turns<Line>, key: string, create: () => Line): Line {
  const line = turns.get(key) ?? create();
  turns.set(key, line);
  return line;
}

function sum<Line>(turns: Turns<Line>, countOf: (line: Line) => number): number {
  return [...turns.values()].reduce((total, line) => total + countOf(line), 0);
}

function countItems<Item>(sessions: SessionTurns<Item>): number {
  return sum(sessions, ({ length }) => length);
}

function largest<Line>(turns: Turns<Line>, countOf: (line: Line) => number): Line | null {
  const [first = null, ...others] = turns.values();
  return others.reduce((known, line) => (known && countOf(line) > countOf(known) ? line : known), first);
}

/** Returns the item that was added last. */
function last<Item>(sessions: SessionTurns<Item> | null): Waiting<Item> | null {
  const all = sessions ? [...sessions.values()].flat() : [];
  return all.reduce<Waiting<Item> | null>(
    (known, waiting) => (known && known.number > waiting.number ? known : waiting),
    null,
  );
}
