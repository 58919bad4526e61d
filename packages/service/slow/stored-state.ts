import { sql } from 'kysely';
import type { InProcessService } from '../testing/in-process-service.ts';

const tables = [
  'executions',
  'checks',
  'decisions',
  'captures',
  'user_marks',
  'kept_replies',
  'webhook_endpoints',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
  'jobs',
] as const;
/** Columns that only record the claim of a job. */
const claimColumns = ['lease_token', 'lease_until', 'tries', 'cut_offs'];
/** Columns computed from the others. */
const derivedColumns = ['state_mac'];
const idPattern = /^[0-9a-f-]{32,36}$/;

/** Minimum of stored times, in ms; all other stored numbers are smaller. */
const minTimeMs = 1e12;

/** Rows of the tables with executions and webhooks. */
export type StoredState = Readonly<Record<string, readonly string[]>>;

/**
 * Reads the stored state without what differs in every run: new ids, ciphertext, and the claims of jobs.
 *
 * @param known - ids that existed before; all others count as new.
 * @param clocks - `several`: leaves out times, because processes with other clocks wrote them.
 */
export async function stateOf(
  service: InProcessService,
  known: ReadonlySet<string>,
  clocks: 'one' | 'several' = 'one',
): Promise<StoredState> {
  const plain = (name: string, value: unknown) => {
    if (claimColumns.includes(name) || derivedColumns.includes(name)) return undefined;
    if (clocks === 'several' && typeof value === 'number' && value > minTimeMs) return 'a time';
    if (value instanceof Uint8Array) return `${value.length} bytes`;
    return typeof value === 'string' && idPattern.test(value) && !known.has(value) ? 'a new id' : value;
  };
  const state: Record<string, string[]> = {};
  for (const [table, rows] of await rowsOf(service))
    state[table] = rows
      .map((row) => JSON.stringify(Object.entries(row).map(([name, value]) => [name, plain(name, value)])))
      .sort();
  return state;
}

/** Returns all stored ids. */
export async function idsIn(service: InProcessService): Promise<Set<string>> {
  const values = (await rowsOf(service)).flatMap(([, rows]) => rows.flatMap((row) => Object.values(row)));
  return new Set(
    values.filter((value): value is string => typeof value === 'string' && idPattern.test(value)),
  );
}

function rowsOf({ database }: InProcessService): Promise<[string, Record<string, unknown>[]][]> {
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
        database.main,
      );
      return [table, rows];
    }),
  );
}
