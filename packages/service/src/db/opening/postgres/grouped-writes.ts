import type { CompiledQuery, Kysely } from 'kysely';
import { noLock } from '../../../transaction-locks.ts';
import { holdName, inTransaction } from '../../in-transaction.ts';
import { isRowInsertion, type RowInsertion } from '../../prepared-query.ts';
import type { Database, Schema } from '../../schema.ts';
import type { WriteStep } from '../../write-step.ts';

type UnlessOne = () => Error;

interface Write {
  readonly steps: readonly WriteStep[];
  resolve(): void;
  reject(error: unknown): void;
}

/** Most writes of one transaction: all of them wait for the last. */
const mostWrites = 100;

/** Classes of SQLSTATE that one write of several may be to blame for: its data, a constraint, a trigger. */
const classesOfOwnFaults = ['22', '23', 'P0'];

/**
 * Carries out writes that arrive together in one transaction: they share its commit, one lock and one look at the end of a chain, and
 * one insertion for each table. Only writes that hold the same names share one: those would wait for each other anyway, and nobody
 * else waits for them.
 */
export class GroupedWrites {
  readonly #db: Kysely<Schema>;
  readonly #onCommitted: () => void;
  /** Writes that wait, by the names they hold. An entry is there as long as a transaction with these names is under way or due. */
  readonly #waiting = new Map<string, Write[]>();

  /** @param onCommitted - called after a commit, before the callers are notified. */
  constructor(db: Kysely<Schema>, onCommitted: () => void) {
    this.#db = db;
    this.#onCommitted = onCommitted;
  }

  /**
   * Carries out the steps of one write, all of them or none.
   *
   * @throws the error of this write, or one that ended the whole transaction, such as a lost connection: then nothing is known.
   */
  write(steps: readonly WriteStep[]): Promise<void> {
    const names = namesOf(steps).join('\n');
    return new Promise((resolve, reject) => {
      const write = { steps, resolve, reject };
      const waiting = this.#waiting.get(names);
      if (waiting) waiting.push(write);
      else {
        this.#waiting.set(names, [write]);
        // Runs after the event loop has handled the events that have arrived; their writes join.
        setImmediate(() => void this.#carryOutAll(names));
      }
    });
  }

  async #carryOutAll(names: string): Promise<void> {
    for (;;) {
      const writes = this.#waiting.get(names)?.splice(0, mostWrites) ?? [];
      if (writes.length === 0) break;
      await this.#carryOut(writes);
    }
    this.#waiting.delete(names);
  }

  async #carryOut(writes: readonly Write[]): Promise<void> {
    try {
      await inTransaction(this.#db, noLock, (trx) =>
        carryOut(
          trx,
          writes.map(({ steps }) => steps),
        ),
      );
    } catch (error) {
      if (writes.length > 1 && mayBeOwnFault(error))
        for (const write of writes) await this.#carryOut([write]);
      else for (const { reject } of writes) reject(error);
      return;
    }
    this.#onCommitted();
    for (const { resolve } of writes) resolve();
  }
}

function mayBeOwnFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return true;
  return code.length === 5 && classesOfOwnFaults.includes(code.slice(0, 2));
}

/** Always in the same order, so that two transactions with the same names do not wait for each other. */
function namesOf(steps: readonly WriteStep[]): string[] {
  const names = steps.flatMap((step) => ('follow' in step ? [step.name] : []));
  return [...new Set(names)].sort();
}

async function carryOut(trx: Database, writes: readonly (readonly WriteStep[])[]): Promise<void> {
  const known = new Map<string, unknown>();
  const rows = new GatheredRows(trx);
  for (const name of namesOf(writes.flat())) await holdName(trx, name);
  for (const step of writes.flat()) {
    if (!('follow' in step)) {
      await rows.addOrRun(step);
      continue;
    }
    if (!known.has(step.name)) known.set(step.name, (await trx.executeQuery(step.find)).rows[0]);
    const { query, leaves, unlessOne } = step.follow(known.get(step.name) as never);
    known.set(step.name, leaves);
    await rows.addOrRun(query, unlessOne);
  }
  await rows.insert();
}

/** Insertions of one table with the same columns. */
interface Rows {
  readonly values: unknown[];
  count: number;
  /** Set if the database must store all rows. */
  unlessAll: UnlessOne | undefined;
}

/** Rows that are inserted together: one statement for each table and set of columns, tables in the order they came in. */
class GatheredRows {
  readonly #trx: Database;
  readonly #tables = new Map<string, Map<RowInsertion['into'], Rows>>();

  constructor(trx: Database) {
    this.#trx = trx;
  }

  /** Collects an insertion for later. Runs any other query, after the collected insertions. */
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
    for (const ofTable of this.#tables.values())
      for (const [into, { values, count, unlessAll }] of ofTable) {
        const query = { ...into.rows(count), parameters: values };
        const { numAffectedRows } = await this.#trx.executeQuery(query);
        if (unlessAll && numAffectedRows !== BigInt(count)) throw unlessAll();
      }
    this.#tables.clear();
  }
}
