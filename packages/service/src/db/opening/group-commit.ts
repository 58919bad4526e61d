import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/**
 * Work of a whole member of a group: synchronous, and repeated when a later member fails. What it reads in the database may be
 * different then.
 *
 * @param known - what members of the group before it have noted of the database: nobody else can have changed it since.
 */
export type GroupWork = (known: Map<string, unknown>) => void;

/** Group of transactions that share one commit. */
interface Group {
  readonly kept: Promise<void>;
  /** The members so far, all of whose work can be repeated; null: a member has joined whose work cannot be. */
  repeatable: { readonly works: GroupWork[]; readonly known: Map<string, unknown> } | null;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Lets transactions that come close together share one commit, because waiting for the disk is most of what a small
 * transaction costs. The group is committed as soon as the requests at hand have been served, and none of its members is told
 * of success before that.
 *
 * One holder of the connection at a time calls `enter`, then (`begin`, `keep` or `undo`) as often as it likes, then
 * `leave`: each such member is a savepoint in one transaction of SQLite. Or it calls `enterWith`, then `leave`. Its work needs no
 * savepoint, for which SQLite copies each page before the first change, as long as all members before it came that way: if it
 * fails, the transaction is rolled back and the work of those is carried out again.
 */
export class GroupCommit {
  readonly #database: DatabaseSyncInstance;
  readonly #onCommitted: () => void;
  #group: Group | null = null;
  #isHeld = false;
  #isDue = false;
  /** Why the database rolled the open group back by itself; null: it did not. */
  #lostBy: unknown = null;

  /** @param onCommitted - called when something may have been committed, before anybody else learns of it. */
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
    // The database has rolled the group back by itself: its members learn so, and a new one begins.
    if (this.#group && !this.#database.isTransaction) this.#commit();
    if (!this.#group) {
      this.#beginTransaction();
      this.#group = newGroup();
      // Runs when the event loop has handed out what has arrived by now: what of it writes joins the group.
      setImmediate(() => this.#commitWhenFree());
    }
    return this.#group;
  }

  #beginTransaction(): void {
    // IMMEDIATE takes the write lock at once: a transaction that reads first can then never fail to be upgraded.
    this.#database.exec('begin immediate');
  }

  #carryOut(work: GroupWork, before: NonNullable<Group['repeatable']>): void {
    try {
      work(before.known);
      before.works.push(work);
    } catch (error) {
      this.noteError(error);
      if (this.#lostBy === null) this.#startAgain(before);
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

  /** Undoes the work of a member that failed. Where that of the others fails now, they all learn of this error. */
  #startAgain({ works, known }: NonNullable<Group['repeatable']>): void {
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

  /** Notes the error of a statement: where it rolled the group back, all its members learn of this error. */
  noteError(error: unknown): void {
    if (this.#group && !this.#database.isTransaction) this.#lostBy ??= error;
  }

  keep(): void {
    this.#database.exec('release member');
  }

  undo(): void {
    // Some errors (disk full, for one) have already rolled everything back.
    if (this.#database.isTransaction) this.#database.exec('rollback to member; release member');
  }

  /** Resolves when all that was done since `enter` is on the disk. @throws when the commit failed: nothing was kept. */
  leave(): Promise<void> {
    this.#isHeld = false;
    // A statement by itself was its own transaction.
    if (!this.#group) this.#onCommitted();
    const kept = this.#group?.kept ?? Promise.resolve();
    if (this.#isDue) this.#commit();
    return kept;
  }

  /** Commits what is open, before the connection is closed. */
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
  // A member that failed by itself is told so by its own error and may never ask.
  kept.catch(() => {});
  return { kept, repeatable: { works: [], known: new Map() }, resolve, reject };
}
