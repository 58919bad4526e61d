import { setTimeout as wait } from 'node:timers/promises';
import type { CompiledQuery, DialectAdapter, Kysely, Transaction } from 'kysely';
import type { TransactionLocks } from '../transaction-locks.ts';
import type { Database, Schema } from './schema.ts';

/** Adapter of a database that carries out several transactions at a time. */
export interface LockingAdapter extends DialectAdapter {
  /**
   * The query that waits until no other transaction holds a name, and then holds it until its own has ended.
   *
   * @param isShared - whether others may hold it as shared at the same time.
   */
  lockingQuery(name: string, isShared: boolean): CompiledQuery;
  /** Whether a transaction failed only because of others beside it, so that it may go well when it is carried out again. */
  isCollision(error: unknown): boolean;
}

const mostTries = 6;
const firstWaitMs = 10;

/**
 * Carries out a transaction that holds locks from its beginning to its end. One that collides with another is carried out again, so
 * `work` may be called more than once: whatever it leaves outside of the database must not matter.
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
      if (tried >= mostTries || !locking.isCollision(error)) throw error;
      await wait(firstWaitMs * 2 ** tried * (0.5 + Math.random()));
    }
}

/**
 * Holds a name until the transaction ends, where several can go on at a time. For what a transaction comes to need under way: those of
 * `TransactionLocks` are taken before.
 */
export async function holdName(db: Database, name: string, isShared = false): Promise<void> {
  const locking = lockingAdapterOf(db);
  if (locking !== null) await db.executeQuery(locking.lockingQuery(name, isShared));
}

/** Name of an endpoint, as `holdName` takes it. */
export function endpointName(id: string): string {
  return `endpoint ${id}`;
}

function lockingAdapterOf(db: Database): LockingAdapter | null {
  const { adapter } = db.getExecutor();
  return 'lockingQuery' in adapter ? (adapter as LockingAdapter) : null;
}

/** In one order whatever is named, so that two transactions that name the same do not wait for each other. */
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
