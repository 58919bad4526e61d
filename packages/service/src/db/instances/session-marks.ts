import { type Kysely, sql } from 'kysely';
import { listOf } from '../dialect.ts';
import type { Schema } from '../schema.ts';

/**
 * Returns a mark for the session of each execution: the ids of the PostgreSQL transactions that last wrote its rows. So it
 * changes whenever one of the rows does.
 */
export async function sessionMarksOf(
  reader: Kysely<Schema>,
  executionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; mark: string }>`
    select executions.id, concat_ws(' ', executions.xmin, 'popup', popup_windows.xmin, 'hand-off', hand_offs.xmin) as mark
    from executions
    left join popup_windows on popup_windows.execution_id = executions.id
    left join hand_offs on hand_offs.execution_id = executions.id
    where executions.id in ${listOf(executionIds)}`.execute(reader);
  return new Map(rows.map(({ id, mark }) => [id, mark]));
}
