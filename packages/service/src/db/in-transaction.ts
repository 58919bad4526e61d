import { setTimeout as wait } from 'node:timers/promises';
import type { CompiledQuery, DialectAdapter, Kysely, Transaction } from 'kysely';
import type { TransactionLocks } from '../transaction-locks.ts';
import type { Database, Schema } from './schema.ts';

/** Adapter of a database that runs several transactions at a time. */
export interface LockingAdapter extends DialectAdapter {
  /**
   * Returns the query that waits for a named lock and holds it until its transaction ends.
   *
   * @param isShared - whether other transactions may hold the lock as shared at the same time.
   */
  lockingQuery(name: string, isShared: boolean): CompiledQuery;
  /** Returns whether a transaction failed only because of concurrent ones, so that a retry may succeed. */
  isCollision(error: unknown): boolean;
}

const maxTries = 6;
const baseWaitMs = 10;

/**
 * Runs a transaction that holds locks from beginning to end. Retries after a collision with another transaction, so `work` may
 * be called more than once and must have no lasting effects outside the database.
 */
export async function inTransaction<Result>(
  db: Kysely<Schema>,
  locks: TransactionLocks,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const locking = lockingAdapterOf(db);
  if (locking === null) return db.transaction().execute(work);
  for (let tried = 1; ; tried += 1)
    try {
      return await db.transaction().execute(async (trx) => {
        await takeLocks(trx, locks);
        return work(trx);
      });
    } catch (error) {
      if (tried >= maxTries || !locking.isCollision(error)) throw error;
      await wait(baseWaitMs * 2 ** tried * (0.5 + Math.random()));
    }
}

/**
 * Locks a name until the transaction ends, in databases with concurrent transactions. Use it for names that become known during
 * the transaction; those in `TransactionLocks` are locked at its start.
 */
export async function holdName(db: Database, name: string, isShared = false): Promise<void> {
  const query = holdingQuery(db, name, isShared);
  if (query !== null) await db.executeQuery(query);
}

/** Returns the query of {@link holdName}; null: the database has no concurrent transactions. */
export function holdingQuery(db: Database, name: string, isShared = false): CompiledQuery | null {
  return lockingAdapterOf(db)?.lockingQuery(name, isShared) ?? null;
}

/** Returns the lock name of an endpoint for `holdName`. */
export function endpointName(id: string): string {
  return `endpoint ${id}`;
}

function lockingAdapterOf(db: Database): LockingAdapter | null {
  const { adapter } = db.getExecutor();
  return 'lockingQuery' in adapter ? (adapter as LockingAdapter) : null;
}

/** Takes locks in a fixed order, so that two transactions with the same names do not deadlock. */
async function takeLocks(trx: Transaction<Schema>, locks: TransactionLocks): Promise<void> {
  const names: string[] = [];
  if (locks.all !== undefined) names.push(`all ${locks.all}`);
  if (locks.account !== undefined) names.push(`account ${locks.account}`);
  const executions = [...(locks.executions ?? []), locks.execution, await executionOf(trx, locks)];
  for (const id of [...new Set(executions)].sort()) if (id !== undefined) names.push(`execution ${id}`);
  const endpoint = locks.endpoint ?? (await endpointOf(trx, locks));
  if (endpoint !== undefined) names.push(endpointName(endpoint));
  for (const name of names) await holdName(trx, name);
}

async function executionOf(trx: Transaction<Schema>, locks: TransactionLocks): Promise<string | undefined> {
  const { executionOfCheck, executionOfToken, executionOfTicket, executionOfSecret } = locks;
  if (executionOfCheck !== undefined) {
    const check = trx.selectFrom('checks').select('execution_id').where('id', '=', executionOfCheck);
    return (await check.executeTakeFirst())?.execution_id;
  }
  if (executionOfToken !== undefined) {
    const started = trx.selectFrom('executions').select('id').where('token_hash', '=', executionOfToken);
    return (await started.executeTakeFirst())?.id;
  }
  if (executionOfTicket !== undefined) {
    const opened = trx
      .selectFrom('popup_windows')
      .select('execution_id')
      .where('ticket_hash', '=', executionOfTicket);
    return (await opened.executeTakeFirst())?.execution_id;
  }
  if (executionOfSecret === undefined) return undefined;
  const offered = trx
    .selectFrom('hand_offs')
    .select('execution_id')
    .where('secret_hash', '=', executionOfSecret);
  return (await offered.executeTakeFirst())?.execution_id;
}

async function endpointOf(
  trx: Transaction<Schema>,
  { endpointOfDelivery: id }: TransactionLocks,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const delivery = trx.selectFrom('webhook_deliveries').select('endpoint_id').where('id', '=', id);
  return (await delivery.executeTakeFirst())?.endpoint_id;
}
