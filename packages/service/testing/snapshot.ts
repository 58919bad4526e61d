import { sql } from 'kysely';
import { asNumber, jsonText } from '../src/db/dialect.ts';
import type { OpenDatabase } from '../src/db/opening/open-database.ts';

/** Rows of an execution at one moment, read by one statement. */
export interface Snapshot {
  readonly status: string;
  /** Party whose turn it is; `none`: the execution has ended. */
  readonly awaiting: string;
  readonly purgedAt: number | null;
  /** Number of values with personal data: keys, encrypted data, captures, windows, phones, marks and device reports. */
  readonly personal: number;
  readonly finished: number;
  readonly updated: number;
  readonly others: number;
  readonly decisions: number;
}

const isThere = (column: string) => asNumber(sql`${sql.ref(column)} is not null`);

/** Reads a snapshot. @throws if there is no such execution. */
export async function takeSnapshot({ reader }: OpenDatabase, id: string): Promise<Snapshot> {
  const { rows } = await sql<Snapshot>`
    select status, ${jsonText('walk', 'awaiting')} as awaiting, data_purged_at as "purgedAt",
      ${isThere('wrapped_key')} + ${isThere('sealed_inputs')} + ${isThere('sealed_ip')}
        + ${isThere('sealed_session')} + ${isThere('sealed_redirects')}
        + ${isThere('session_nonce_hash')} + ${isThere('platform')}
        + (select count(*) from checks where execution_id = ${id} and sealed is not null)
        + (select count(*) from captures where execution_id = ${id})
        + (select count(*) from hand_offs where execution_id = ${id})
        + (select count(*) from popup_windows where execution_id = ${id})
        + (select count(*) from decisions where execution_id = ${id} and sealed_comment is not null)
        + (select count(*) from user_marks where execution_id = ${id}) as personal,
      (select count(*) from webhook_events where execution_id = ${id}
        and event = 'orchestration/workflow_execution_finished') as finished,
      (select count(*) from webhook_events where execution_id = ${id}
        and event = 'orchestration/workflow_execution_updated') as updated,
      (select count(*) from webhook_events where execution_id = ${id}
        and event not in ('orchestration/workflow_execution_finished',
          'orchestration/workflow_execution_updated')) as others,
      (select count(*) from decisions where execution_id = ${id}) as decisions
    from executions where id = ${id}`.execute(reader);
  const [row] = rows;
  if (!row) throw new Error('The execution is gone.');
  return row;
}
