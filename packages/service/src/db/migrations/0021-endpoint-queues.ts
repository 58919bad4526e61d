import { type Migration, sql } from 'kysely';
import { forgetRepeatedHeaders } from './0020-delivery-modes.ts';

/**
 * What is still to be done with the deliveries of an endpoint that was disabled, resumed or removed, since that is done some at a
 * time; those that wait, in the order in which they will be sent; and the log by the rule of today, after which no wait that a receiver
 * asked for is kept to the second.
 */
export const endpointQueues: Migration = {
  async up(db) {
    for (const column of ['gathering_until', 'removed_at'])
      await db.schema.alterTable('webhook_endpoints').addColumn(column, 'bigint').execute();
    await db.schema
      .createIndex('webhook_deliveries_held')
      .on('webhook_deliveries')
      .columns(['endpoint_id', 'created_at'])
      .where(sql.ref('state'), '=', sql.lit('held'))
      .execute();
    await forgetRepeatedHeaders(db);
  },
};
