import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/**
 * The whole work of one member of a group. Synchronous, and repeated if a later member fails; it may then read different data.
 *
 * @param known - what earlier members of the group have read from the database. Nobody else can have changed it since.
 */
export type GroupWork = (known: Map<string, unknown>) => void;

/** Group of transactions that share one commit. */
interface Group {
  readonly kept: Promise<void>;
  /** The members so far, if the work of all of them can be repeated; null if a member has joined whose work cannot. */
  repeatable: { readonly works: GroupWork[]; readonly known: Map<string, unknown> } | null;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Lets transactions that arrive close together share one commit, because waiting for the disk is most of the cost of a small
 * transaction. The group is committed as soon as the pending requests have been served. No member is notified of success before
 * that.
 *
 * The connection has one holder at a time. A holder calls `enter`, then (`begin`, `keep` or `undo`) any number of times, then
 * `leave`; each such member is a savepoint in one SQLite transaction. Alternatively, it calls `enterWith`, then `leave`. That
 * needs no savepoint, for which SQLite would copy each page before its first change, as long as all earlier members used
 * `enterWith`, too: if the work fails, the transaction is rolled back, and the work of the earlier members is repeated.
 */
export class GroupCommit {
  readonly #database: DatabaseSyncInstance;
  readonly #onCommitted: () => void;
  #group: Group | null = null;
  #isHeld = false;
  #isDue = false;
  /** Error with which the database rolled back the open group on its own; null if it did not. */
  #lostBy: unknown = null;

  /** @param onCommitted - called after a possible commit, before its members are notified. */
  constructor(database: DatabaseSyncInstance, onCommitted: () => void = () => {}) {
    this.#database = database;
    this.#onCommitted = onCommitted;
  }

  enter(): void {
    this.#isHeld = true;
    if (this.#group) this.#group.repeatable = null;
  }

  /** Carries out the work of a whole member. */
  enterWith(work: GroupWork): void {
    this.#isHeld = true;
    const { repeatable } = this.#join();
    if (repeatable) this.#carryOut(work, repeatable);
    else this.#carryOutInSavepoint(work);
  }

  begin(): void {
    this.#join().repeatable = null;
    this.#database.exec('savepoint member');
  }

  #join(): Group {
    // The database rolled back the group on its own, so its members fail, and a new group begins.
    if (this.#group && !this.#database.isTransaction) this.#commit();
    if (!this.#group) {
      this.#beginTransaction();
      this.#group = newGroup();
      // Runs after the event loop has handled the events that have already arrived, so that their writes join the group.
      setImmediate(() => this.#commitWhenFree());
    }
    return this.#group;
  }

  #beginTransaction(): void {
    // IMMEDIATE takes the write lock at once: a transaction that began with a read might fail to get it later.
    this.#database.exec('begin immediate');
  }

  #carryOut(work: GroupWork, before: NonNullable<Group['repeatable']>): void {
    try {
      work(before.known);
      before.works.push(work);
    } catch (error) {
      this.noteError(error);
      if (this.#lostBy === null) this.#repeatOthers(before);
      throw error;
    }
  }

  #carryOutInSavepoint(work: GroupWork): void {
    this.#database.exec('savepoint member');
    try {
      work(new Map());
      this.keep();
    } catch (error) {
      this.undo();
      throw error;
    }
  }

  /** Undoes the work of a failed member and repeats the work of the others. If that fails, all of them get the error. */
  #repeatOthers({ works, known }: NonNullable<Group['repeatable']>): void {
    known.clear();
    try {
      this.#database.exec('rollback');
      this.#beginTransaction();
      for (const work of works) work(known);
    } catch (error) {
      this.#lostBy = error;
      if (this.#database.isTransaction) this.#database.exec('rollback');
    }
  }

  /** Notes the error of a statement. If it rolled back the group, all members get it. */
  noteError(error: unknown): void {
    if (this.#group && !this.#database.isTransaction) this.#lostBy ??= error;
  }

  keep(): void {
    this.#database.exec('release member');
  }

  undo(): void {
    // Some errors, such as a full disk, have already rolled everything back.
    if (this.#database.isTransaction) this.#database.exec('rollback to member; release member');
  }

  /**
   * Resolves when everything since `enter` is flushed to the disk.
   *
   * @throws if the commit failed; then nothing was stored.
   */
  leave(): Promise<void> {
    this.#isHeld = false;
    // A single statement was its own transaction.
    if (!this.#group) this.#onCommitted();
    const kept = this.#group?.kept ?? Promise.resolve();
    if (this.#isDue) this.#commit();
    return kept;
  }

  /** Commits the open group, before the connection is closed. */
  flush(): void {
    if (this.#group) this.#commit();
  }

  #commitWhenFree(): void {
    if (this.#isHeld) this.#isDue = true;
    else this.flush();
  }

  #commit(): void {
    const group = this.#group;
    this.#group = null;
    this.#isDue = false;
    const lostBy = this.#lostBy;
    this.#lostBy = null;
    try {
      if (lostBy !== null) throw lostBy;
      this.#database.exec('commit');
      this.#onCommitted();
      group?.resolve();
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      group?.reject(error);
    }
  }
}

function newGroup(): Group {
  let resolve: Group['resolve'] = () => {};
  let reject: Group['reject'] = () => {};
  const kept = new Promise<void>((onKept, onLost) => {
    resolve = onKept;
    reject = onLost;
  });
  // A failed member throws its own error and may never await this promise.
  kept.catch(() => {});
  return { kept, repeatable: { works: [], known: new Map() }, resolve, reject };
}
