import { type Kysely, type Migration, sql } from 'kysely';
import type { ResponseHead } from '../../webhooks/delivery-log.ts';
import { tellingHeaders } from '../../webhooks/reply-headers.ts';

/**
 * Deliveries by the mode of their executions, so that a page of those that a key sees is read from the index; and a log that
 * holds no header of a reply that would not be kept today: attempts from before that rule would keep theirs for 30 days.
 */
export const deliveryModes: Migration = {
  async up(db) {
    await db.schema
      .alterTable('webhook_deliveries')
      .addColumn('mode', 'text', (c) => c.notNull().defaultTo('live'))
      .execute();
    await sql`
      update webhook_deliveries set mode = (
        select executions.mode from webhook_events
        join executions on executions.id = webhook_events.execution_id
        where webhook_events.id = webhook_deliveries.event_id
      )`.execute(db);
    await db.schema.dropIndex('webhook_deliveries_by_endpoint').execute();
    await db.schema
      .createIndex('webhook_deliveries_by_endpoint')
      .on('webhook_deliveries')
      .columns(['endpoint_id', 'state', 'mode', 'created_at', 'id'])
      .execute();
    await forgetRepeatedHeaders(db);
  },
};

/** So many attempts are looked at at a time, however long the log is. */
const batch = 500;

interface AttemptRow {
  readonly id: string;
  readonly heardAt: number;
  readonly head: string;
}

/** Holds the log to the rule as it is now, not to a copy of it: what comes later may only be stricter. */
export async function forgetRepeatedHeaders(db: Kysely<unknown>): Promise<void> {
  let last = '';
  for (;;) {
    const { rows } = await sql<AttemptRow>`
      select id, started_at + duration_ms as "heardAt", response_head as head from webhook_attempts
      where id > ${last} and response_head is not null order by id limit ${batch}`.execute(db);
    for (const { id, heardAt, head } of rows) {
      const { headers, bodyBytes } = JSON.parse(head) as ResponseHead;
      const kept = JSON.stringify({
        headers: tellingHeaders({ headers, bodyBytes, now: heardAt }),
        bodyBytes,
      });
      if (kept !== head)
        await sql`update webhook_attempts set response_head = ${kept} where id = ${id}`.execute(db);
    }
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    last = end.id;
  }
}
