import { sql } from 'kysely';
import type { Database } from '../schema.ts';
import { isGone } from './instances.ts';

/** A process that shares the database, or did and ended without a goodbye. */
export interface ListedInstance {
  readonly id: string;
  /** Version of the service; null for a version from before this column. */
  readonly version: string | null;
  /** Both in ms since 1970, by the clock of the database. */
  readonly startedAt: number;
  readonly heartbeatAt: number;
  readonly isGone: boolean;
}

/** Lists the instances of a database, also one that does not keep their versions yet. */
export async function listInstances(db: Database): Promise<ListedInstance[]> {
  const { rows } = await sql<ListedInstance>`
    select id, to_jsonb(instances) ->> 'version' as version, started_at as "startedAt",
      heartbeat_at as "heartbeatAt", ${isGone} as "isGone"
    from instances order by started_at, id`.execute(db);
  return rows;
}
