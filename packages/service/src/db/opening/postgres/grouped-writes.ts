import type { CompiledQuery, Kysely } from 'kysely';
import type { ElapsedMs } from '../../../clock.ts';
import { noLock } from '../../../transaction-locks.ts';
import { causeOfUnavailability } from '../../../unavailable.ts';
import { holdingQuery, inTransaction } from '../../in-transaction.ts';
import { isRowInsertion, type RowInsertion } from '../../prepared-query.ts';
import type { Database, Schema } from '../../schema.ts';
import type { WriteStep } from '../../write-step.ts';
import { LostDatabaseError } from './lost-database.ts';
import { runBatch } from './postgres-dialect.ts';

type UnlessOne = () => Error;

interface Write {
  readonly steps: readonly WriteStep[];
  /** Time in terms of {@link ElapsedMs}. */
  readonly arrivedAt: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** Maximum number of writes in one transaction. All of them wait for the last one. */
const maxWrites = 100;

/** Maximum wait until the transaction of a write begins, in ms; the same as for a connection. */
const maxWaitMs = 10_000;

/**
 * Possible numbers of rows in one insertion. Few, because each is a separate statement to prepare and cache. Must end with 1.
 */
const insertionSizes = [64, 32, 16, 8, 4, 2, 1];

/** SQLSTATE classes of errors that one of several writes may have caused: its data, a constraint, a trigger. */
const classesOfOwnFaults = ['22', '23', 'P0'];

/**
 * Carries out writes that arrive together in one transaction. They share its commit, its lock, the query for the end of a
 * chain, and multi-row insertions. Only writes that lock the same names share a transaction: they would wait for each other
 * anyway, and other writes need not wait for them.
 */
export class GroupedWrites {
  readonly #db: Kysely<Schema>;
  readonly #onCommitted: () => void;
  readonly #elapsed: ElapsedMs;
  /**
   * Pending writes by the names that they lock. An entry exists while a transaction with these names is running or scheduled.
   */
  readonly #waiting = new Map<string, Write[]>();

  /** @param onCommitted - called after a commit, before the callers are notified. */
  constructor(db: Kysely<Schema>, onCommitted: () => void, elapsed: ElapsedMs = () => performance.now()) {
    this.#db = db;
    this.#onCommitted = onCommitted;
    this.#elapsed = elapsed;
  }

  /**
   * Carries out all steps of one write, or none. Writes that lock no name start at once.
   *
   * @throws the error of this write, or one that ended the whole transaction, such as a lost connection. In the latter case it
   *   is unknown whether the write was stored.
   * @throws {LostDatabaseError} if the database was unavailable to earlier writes, or they took too long; nothing was written
   *   then.
   */
  write(steps: readonly WriteStep[]): Promise<void> {
    const names = namesOf(steps).join('\n');
    return new Promise((resolve, reject) => {
      const write = { steps, arrivedAt: this.#elapsed(), resolve, reject };
      const waiting = this.#waiting.get(names);
      if (names === '') void this.#carryOut([write]);
      else if (waiting) waiting.push(write);
      else {
        this.#waiting.set(names, [write]);
        // Runs after the event loop has handled the events that have already arrived, so that their writes join.
        setImmediate(() => void this.#carryOutAll(names));
      }
    });
  }

  async #carryOutAll(names: string): Promise<void> {
    const waiting = this.#waiting.get(names) ?? [];
    for (;;) {
      this.#rejectOverdue(waiting);
      const writes = waiting.splice(0, maxWrites);
      if (writes.length === 0) break;
      const outage = await this.#carryOut(writes);
      // Rejects the pending writes, too: each would only fail after the same long wait.
      if (outage !== null) for (const { reject } of waiting.splice(0)) reject(new LostDatabaseError(outage));
    }
    this.#waiting.delete(names);
  }

  #rejectOverdue(waiting: Write[]): void {
    const oldest = this.#elapsed() - maxWaitMs;
    const inTime = waiting.findIndex(({ arrivedAt }) => arrivedAt >= oldest);
    const overdue = waiting.splice(0, inTime < 0 ? waiting.length : inTime);
    for (const { reject } of overdue)
      reject(new LostDatabaseError(new Error('Writes before this one take too long.')));
  }

  /**
   * Carries out writes in one transaction.
   *
   * @returns the error if the database was unavailable, otherwise null.
   */
  async #carryOut(writes: readonly Write[]): Promise<unknown> {
    try {
      await inTransaction(this.#db, noLock, (trx) =>
        carryOut(
          trx,
          writes.map(({ steps }) => steps),
        ),
      );
    } catch (error) {
      if (writes.length > 1 && mayBeOwnFault(error)) return this.#carryOutAlone(writes);
      for (const { reject } of writes) reject(error);
      return causeOfUnavailability(error) === null ? null : error;
    }
    this.#onCommitted();
    for (const { resolve } of writes) resolve();
    return null;
  }

  /**
   * Carries out each write in a transaction of its own. Stops when the database is unavailable.
   *
   * @returns the error if the database was unavailable, otherwise null.
   */
  async #carryOutAlone(writes: readonly Write[]): Promise<unknown> {
    let outage: unknown = null;
    for (const write of writes) {
      if (outage === null) outage = await this.#carryOut([write]);
      else write.reject(new LostDatabaseError(outage));
    }
    return outage;
  }
}

function mayBeOwnFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return true;
  return code.length === 5 && classesOfOwnFaults.includes(code.slice(0, 2));
}

/** Returns the names that the steps lock, in a fixed order, so that two transactions with the same names do not deadlock. */
function namesOf(steps: readonly WriteStep[]): string[] {
  const names = steps.flatMap((step) => ('follow' in step ? [step.name] : []));
  return [...new Set(names)].sort();
}

async function carryOut(trx: Database, writes: readonly (readonly WriteStep[])[]): Promise<void> {
  const steps = writes.flat();
  const known = await lockAndFind(trx, steps);
  const rows = new GatheredRows(trx);
  for (const step of steps) {
    if (!('follow' in step)) {
      await rows.addOrRun(step);
      continue;
    }
    const { query, leaves, unlessOne } = step.follow(known.get(step.name) as never);
    known.set(step.name, leaves);
    await rows.addOrRun(query, unlessOne);
  }
  await rows.insert();
}

/**
 * Locks all names of the steps, and then runs the query of each name.
 *
 * @returns the first row of each query, if any, by name.
 */
async function lockAndFind(trx: Database, steps: readonly WriteStep[]): Promise<Map<string, unknown>> {
  const names = namesOf(steps);
  const locks = names.map((name) => holdingQuery(trx, name)).filter((query) => query !== null);
  const finds = new Map<string, CompiledQuery>();
  for (const step of steps) if ('follow' in step && !finds.has(step.name)) finds.set(step.name, step.find);
  const results = await runBatch(trx, [...locks, ...finds.values()]);
  const found = results.slice(locks.length);
  return new Map([...finds.keys()].map((name, index) => [name, found[index]?.rows[0]]));
}

/** Insertions of one table with the same columns. */
interface Rows {
  readonly values: unknown[];
  count: number;
  /** Set if the database must store all rows. */
  unlessAll: UnlessOne | undefined;
}

/**
 * Collects rows to insert them together: one statement per table and set of columns, in the order in which the tables first
 * came up.
 */
class GatheredRows {
  readonly #trx: Database;
  readonly #tables = new Map<string, Map<RowInsertion['into'], Rows>>();

  constructor(trx: Database) {
    this.#trx = trx;
  }

  /** Collects an insertion for later. Runs any other query at once, after the collected insertions. */
  async addOrRun(query: CompiledQuery, unlessOne?: UnlessOne): Promise<void> {
    if (isRowInsertion(query)) {
      this.#add(query, unlessOne);
      return;
    }
    await this.insert();
    const { numAffectedRows } = await this.#trx.executeQuery(query);
    if (unlessOne && numAffectedRows !== 1n) throw unlessOne();
  }

  #add({ into, parameters }: RowInsertion, unlessOne: UnlessOne | undefined): void {
    const ofTable = this.#tables.get(into.table) ?? new Map<RowInsertion['into'], Rows>();
    this.#tables.set(into.table, ofTable);
    const rows = ofTable.get(into) ?? { values: [], count: 0, unlessAll: undefined };
    ofTable.set(into, rows);
    rows.values.push(...parameters);
    rows.count += 1;
    rows.unlessAll ??= unlessOne;
  }

  async insert(): Promise<void> {
    const insertions = [...this.#tables.values()].flatMap((ofTable) =>
      [...ofTable].flatMap(([into, rows]) => insertionsOf(into, rows)),
    );
    this.#tables.clear();
    const results = await runBatch(
      this.#trx,
      insertions.map(({ query }) => query),
    );
    for (const [index, { size, unlessAll }] of insertions.entries())
      if (unlessAll && results[index]?.rowCount !== size) throw unlessAll();
  }
}

/** An insertion of several rows. */
interface Insertion {
  readonly query: CompiledQuery;
  /** Number of rows. */
  readonly size: number;
  readonly unlessAll: UnlessOne | undefined;
}

/** Splits rows into insertions of the possible sizes. */
function insertionsOf(into: RowInsertion['into'], { values, count, unlessAll }: Rows): Insertion[] {
  const width = values.length / count;
  const insertions: Insertion[] = [];
  for (let done = 0; done < count; ) {
    const size = insertionSizes.find((rows) => rows <= count - done) ?? 1;
    const parameters = values.slice(done * width, (done + size) * width);
    insertions.push({ query: { ...into.rows(size), parameters }, size, unlessAll });
    done += size;
  }
  return insertions;
}
