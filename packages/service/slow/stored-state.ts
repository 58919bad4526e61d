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
/** Columns that the claim of a job writes, which say nothing of its work. */
const ofClaims = ['lease_token', 'lease_until', 'tries', 'cut_offs'];
/** Columns that depend on all else that is stored. */
const derived = ['state_mac'];
const idPattern = /^[0-9a-f-]{32,36}$/;

/** In ms; no other number that is stored is so great. */
const longAgo = 1e12;

/** The rows of each table that executions and webhooks are kept in. */
export type StoredState = Readonly<Record<string, readonly string[]>>;

/**
 * All that is stored, without what is drawn anew in every run: ids, what ciphertext looks like, and who claims jobs.
 *
 * @param known - ids that were there before; any other is a new one.
 * @param clocks - `several`: times are left out, because whoever wrote them did not ask the clock of the test.
 */
export async function stateOf(
  service: InProcessService,
  known: ReadonlySet<string>,
  clocks: 'one' | 'several' = 'one',
): Promise<StoredState> {
  const plain = (name: string, value: unknown) => {
    if (ofClaims.includes(name) || derived.includes(name)) return undefined;
    if (clocks === 'several' && typeof value === 'number' && value > longAgo) return 'a time';
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

/** The ids that there are. */
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
