import { sql } from 'kysely';
import type { Database } from '../schema.ts';
import { isGone } from './instances.ts';

/** A process that shares the database, or one that stopped without signing off. */
export interface ListedInstance {
  readonly id: string;
  /** Version of the service; null if it is older than this column. */
  readonly version: string | null;
  /** Start and last heartbeat, in ms since 1970 by the clock of the database. */
  readonly startedAt: number;
  readonly heartbeatAt: number;
  readonly isGone: boolean;
}

/** Lists the instances of a database, even of one whose schema has no versions of instances yet. */
export async function listInstances(db: Database): Promise<ListedInstance[]> {
  const { rows } = await sql<ListedInstance>`
    select id, to_jsonb(instances) ->> 'version' as version, started_at as "startedAt",
      heartbeat_at as "heartbeatAt", ${isGone} as "isGone"
    from instances order by started_at, id`.execute(db);
  return rows;
}
