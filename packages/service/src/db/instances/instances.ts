import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type Beat,
  type ChecksRole,
  goneAfterMs,
  type InstanceStore,
} from '../../instances/instance-store.ts';
import { noLock } from '../../transaction-locks.ts';
import { databaseNow } from '../dialect.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Schema } from '../schema.ts';

/** Condition that the last heartbeat of an instance is too old. */
export const isGone: RawBuilder<boolean> = sql`heartbeat_at < ${databaseNow} - ${sql.lit(goneAfterMs)}`;

/**
 * Stores the instances of the service in a PostgreSQL database.
 *
 * @param self - id and version of this instance.
 */
export function createInstanceStore(
  db: Kysely<Schema>,
  { id, version }: { readonly id: string; readonly version: string },
): InstanceStore {
  let role: ChecksRole = 'all';
  const join = async (checks = role) => {
    role = checks;
    await db
      .insertInto('instances')
      .values({ id, version, started_at: databaseNow, heartbeat_at: databaseNow, checks })
      .onConflict((known) => known.column('id').doUpdateSet({ heartbeat_at: databaseNow }))
      .execute();
  };
  return {
    id,
    join,
    async beat(now) {
      // The notification goes to all instances, so this one can check whether it receives any.
      const { rows } = await sql<{ known: number; gone: number; forgotten: number }>`
        with beaten as (update instances set heartbeat_at = ${databaseNow} where id = ${id} returning 1)
        select (select count(*) from beaten)::int as known,
          (select count(*) from instances where id <> ${id} and ${isGone})::int
            + (select count(*) from jobs where lease_token is not null and not exists (
                select 1 from instances where instances.id = jobs.lease_instance))::int as gone,
          (select count(*) from jobs
            where lease_token is not null and lease_instance = ${id} and lease_until < ${now})::int as forgotten,
          pg_notify('orchestration', ${`beat ${id} -`})`.execute(db);
      const { known, gone = 0, forgotten = 0 } = rows[0] ?? {};
      const beat: Beat = { isKnown: known === 1, gone, forgotten };
      if (!beat.isKnown) await join();
      return beat;
    },
    async forget(other) {
      await db.deleteFrom('instances').where('id', '=', other).execute();
    },
    async removeGone() {
      const { numDeletedRows } = await db
        .deleteFrom('instances')
        .where('id', '!=', id)
        .where(isGone)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    async isAlone() {
      const other = db
        .selectFrom('instances')
        .select('id')
        .where('id', '!=', id)
        .where(sql<boolean>`not ${isGone}`);
      return (await other.executeTakeFirst()) === undefined;
    },
    isChecking: () => isAnyChecking(db),
    leave: () =>
      inTransaction(db, noLock, async (trx) => {
        await trx
          .updateTable('jobs')
          .set({ lease_until: null, lease_token: null, lease_instance: null, tries: sql<number>`tries - 1` })
          .where('lease_token', 'is not', null)
          .where('lease_instance', '=', id)
          .execute();
        await trx.deleteFrom('instances').where('id', '=', id).execute();
      }),
  };
}

/** Returns whether a running instance carries out checks. */
export async function isAnyChecking(db: Kysely<Schema>): Promise<boolean> {
  const checking = db
    .selectFrom('instances')
    .select('id')
    .where('checks', '!=', 'none' satisfies ChecksRole)
    .where(sql<boolean>`not ${isGone}`);
  return (await checking.executeTakeFirst()) !== undefined;
}
