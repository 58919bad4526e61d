import type { PurgeMarks } from '../../retention/purge-segments.ts';
import type { OpenDatabase } from '../opening/open-database.ts';

/**
 * Stores in the database up to which segment it has carried out the purge journal. An older copy of the database thus has an
 * older mark.
 */
export function createPurgeMarks({ main, reader }: Pick<OpenDatabase, 'main' | 'reader'>): PurgeMarks {
  return {
    async read() {
      const row = await reader
        .selectFrom('purge_marks')
        .select('segment')
        .where('id', '=', 1)
        .executeTakeFirst();
      return row?.segment ?? 0;
    },
    async advance(segment) {
      await main
        .insertInto('purge_marks')
        .values({ id: 1, segment })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ segment }).where('purge_marks.segment', '<', segment),
        )
        .execute();
    },
    async advanceBy1(segment) {
      if (segment === 1)
        await main
          .insertInto('purge_marks')
          .values({ id: 1, segment })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
      else
        await main
          .updateTable('purge_marks')
          .set({ segment })
          .where('segment', '=', segment - 1)
          .execute();
    },
  };
}
