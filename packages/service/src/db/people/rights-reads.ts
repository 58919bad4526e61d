import type { RightsReads } from '../../administration/people/refuse-changed-rights.ts';
import type { Database } from '../schema.ts';
import { grantOf } from './people-rows.ts';

/** Reads sessions and rights without their seals, to compare them with those that a request was admitted with. */
export function rightsReads(db: Database): RightsReads {
  return {
    async session(id) {
      const row = await db
        .selectFrom('admin_sessions')
        .select(['account_id', 'ended_at'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? { accountId: row.account_id, endedAt: row.ended_at } : null;
    },
    async membership(accountId, personId) {
      const row = await db
        .selectFrom('memberships')
        .select(['role', 'modes', 'pictures'])
        .where('account_id', '=', accountId)
        .where('person_id', '=', personId)
        .executeTakeFirst();
      return row ? grantOf(row) : null;
    },
  };
}
