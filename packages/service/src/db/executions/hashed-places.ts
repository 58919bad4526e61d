import { sql } from 'kysely';
import type { KeyMode } from '../../accounts/api-key.ts';
import type { ListCursor } from '../../executions/reads/execution-directory.ts';
import { isOneOf, jsonInteger, jsonText, rowsOf } from '../dialect.ts';
import type { Database } from '../schema.ts';
import { cutRuns } from './list-runs.ts';

/** Maximum number of executions that are read for each hash of the rarest choice, for a page. */
const scannedPerPage = 500;

/** Maximum count of rows of a hash. The counts tell which choice is the rarest. */
const maxCounted = 2000;

/**
 * Finds executions that have at least one hash of each choice, newest first. A choice has the hashes of the spellings of one
 * word or value. The cost of a page does not depend on how many executions have a hash, unless a mode is given.
 *
 * @param mode - of the executions; null: both. Others must not count: whether there is a next page would reveal them.
 */
export async function hashedPlaces(
  db: Database,
  choices: readonly (readonly string[])[],
  after: ListCursor | null,
  limit: number,
  mode: KeyMode | null,
): Promise<{ readonly places: readonly ListCursor[]; readonly next: ListCursor | null }> {
  const [rarest, ...others] = await rarestFirst(db, choices);
  if (!rarest) return { places: [], next: null };
  const search = (window: number) => pageOf(db, { rarest, others, after, limit, mode, window });
  if (others.length === 0) return search(limit + 1);
  // A short search fills most pages, because a word of a name rarely occurs without the others.
  const shortest = Math.min(2 * limit, scannedPerPage);
  const page = await search(shortest);
  const isEnough = page.next === null || page.places.length === limit || shortest === scannedPerPage;
  return isEnough ? page : search(scannedPerPage);
}

interface PageQuery {
  readonly rarest: readonly string[];
  readonly others: readonly (readonly string[])[];
  readonly after: ListCursor | null;
  readonly limit: number;
  readonly mode: KeyMode | null;
  /** Number of executions that are read for each hash. */
  readonly window: number;
}

async function pageOf(
  db: Database,
  { rarest, others, after, limit, mode, window }: PageQuery,
): Promise<{ readonly places: readonly ListCursor[]; readonly next: ListCursor | null }> {
  const runs = await Promise.all(rarest.map((hash) => runOf(db, hash, { after, mode, window })));
  const seen = new Map(runs.flat().map((place) => [place.id, place]));
  let candidates = [...seen.values()];
  for (const choice of others) candidates = await havingOne(db, choice, candidates);
  const kept = new Set(candidates.map(({ id }) => id));
  // An execution with two spellings of a word appears in two runs.
  const listed = new Set<string>();
  const isFirst = ({ id }: ListCursor) => !listed.has(id) && listed.add(id).has(id);
  return cutRuns(runs, {
    window,
    limit,
    isOldestFirst: false,
    keep: (place) => kept.has(place.id) && isFirst(place),
  });
}

/** Returns the existing hashes of each choice, the rarest choice first; empty if a choice has no existing hash. */
async function rarestFirst(db: Database, choices: readonly (readonly string[])[]): Promise<string[][]> {
  const hashes = [...new Set(choices.flat())];
  const { rows } = await sql<{ hash: string; count: number }>`
    select sought.value as hash,
      (select count(*) from (
        select 1 from search_hashes where hash = sought.value limit ${maxCounted}
      ) as counted) as count
    from ${rowsOf(hashes, 'sought')}`.execute(db);
  const counts = new Map(rows.map(({ hash, count }) => [hash, count]));
  const found = choices.map((choice) => {
    const existing = choice.filter((hash) => (counts.get(hash) ?? 0) > 0);
    return { existing, count: existing.reduce((sum, hash) => sum + (counts.get(hash) ?? 0), 0) };
  });
  if (found.some(({ count }) => count === 0)) return [];
  return found.sort((a, b) => a.count - b.count).map(({ existing }) => existing);
}

function runOf(
  db: Database,
  hash: string,
  { after, mode, window }: Pick<PageQuery, 'after' | 'mode' | 'window'>,
): Promise<ListCursor[]> {
  let run = db
    .selectFrom('search_hashes')
    .select(['execution_id as id', 'created_at as createdAt'])
    .where('hash', '=', hash);
  if (mode !== null) run = run.where(isOfMode('search_hashes.execution_id', mode));
  if (after !== null)
    run = run.where(sql<boolean>`(created_at, execution_id) < (${after.createdAt}, ${after.id})`);
  return run.orderBy('created_at', 'desc').orderBy('execution_id', 'desc').limit(window).execute();
}

/**
 * Returns the condition that the execution of a row has a mode. Compares a selected value instead of joining, so that the row is
 * still found by its hash.
 */
export function isOfMode(executionId: string, mode: KeyMode) {
  return sql<boolean>`(select mode from executions where id = ${sql.ref(executionId)}) = ${mode}`;
}

/**
 * Returns the candidates that have one of the hashes. Selects a value instead of using `exists`: PostgreSQL would turn `exists`
 * into a join that reads all rows of a hash, and a common name has ever more of them.
 */
async function havingOne(
  db: Database,
  hashes: readonly string[],
  candidates: readonly ListCursor[],
): Promise<ListCursor[]> {
  const { rows } = await sql<{ place: string }>`
    select value as place from ${rowsOf(candidates, 'sought')}
    where (
      select 1 from search_hashes
      where ${isOneOf('hash', hashes)}
        and created_at = ${jsonInteger('sought.value', 'createdAt')}
        and execution_id = ${jsonText('sought.value', 'id')}
      limit 1
    ) = 1`.execute(db);
  return rows.map(({ place }) => JSON.parse(place) as ListCursor);
}
