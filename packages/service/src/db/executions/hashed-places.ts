import { sql } from 'kysely';
import type { ListPlace } from '../../executions/reads/execution-directory.ts';
import { isOneOf, jsonInteger, jsonText, rowsOf } from '../dialect.ts';
import type { Database } from '../schema.ts';
import { cutRuns } from './list-runs.ts';

/** Executions with one word of a name that are examined for a page. */
const lookedAt = 500;

/** The rows of a hash are counted up to here, to begin with the rarest word. */
const mostCounted = 2000;

/**
 * Finds executions that have one hash of each choice, newest first. The cost of a page does not depend on how many executions
 * have a hash.
 */
export async function hashedPlaces(
  db: Database,
  choices: readonly (readonly string[])[],
  after: ListPlace | null,
  limit: number,
): Promise<{ readonly places: readonly ListPlace[]; readonly next: ListPlace | null }> {
  const [rarest, ...others] = await rarestFirst(db, choices);
  if (!rarest) return { places: [], next: null };
  const look = (window: number) => pageOf(db, { rarest, others, after, limit, window });
  if (others.length === 0) return look(limit + 1);
  // A short search fills most pages, because a word of a name rarely occurs without the others.
  const shortest = Math.min(2 * limit, lookedAt);
  const page = await look(shortest);
  const isEnough = page.next === null || page.places.length === limit || shortest === lookedAt;
  return isEnough ? page : look(lookedAt);
}

interface PageQuery {
  readonly rarest: readonly string[];
  readonly others: readonly (readonly string[])[];
  readonly after: ListPlace | null;
  readonly limit: number;
  /** Executions with one hash that are examined. */
  readonly window: number;
}

async function pageOf(
  db: Database,
  { rarest, others, after, limit, window }: PageQuery,
): Promise<{ readonly places: readonly ListPlace[]; readonly next: ListPlace | null }> {
  const runs = await Promise.all(rarest.map((hash) => runOf(db, hash, after, window)));
  const seen = new Map(runs.flat().map((place) => [place.id, place]));
  let candidates = [...seen.values()];
  for (const choice of others) candidates = await havingOne(db, choice, candidates);
  const kept = new Set(candidates.map(({ id }) => id));
  // An execution that has two spellings of a word is in two runs.
  const told = new Set<string>();
  const isFirst = ({ id }: ListPlace) => !told.has(id) && told.add(id).has(id);
  return cutRuns(runs, {
    window,
    limit,
    isOldestFirst: false,
    keep: (place) => kept.has(place.id) && isFirst(place),
  });
}

/** Returns the existing hashes of each choice, the rarest choice first; empty if a choice has none. */
async function rarestFirst(db: Database, choices: readonly (readonly string[])[]): Promise<string[][]> {
  const hashes = [...new Set(choices.flat())];
  const { rows } = await sql<{ hash: string; count: number }>`
    select sought.value as hash,
      (select count(*) from (
        select 1 from search_hashes where hash = sought.value limit ${mostCounted}
      ) as counted) as count
    from ${rowsOf(hashes, 'sought')}`.execute(db);
  const counts = new Map(rows.map(({ hash, count }) => [hash, count]));
  const found = choices.map((choice) => {
    const there = choice.filter((hash) => (counts.get(hash) ?? 0) > 0);
    return { there, count: there.reduce((sum, hash) => sum + (counts.get(hash) ?? 0), 0) };
  });
  if (found.some(({ count }) => count === 0)) return [];
  return found.sort((a, b) => a.count - b.count).map(({ there }) => there);
}

function runOf(db: Database, hash: string, after: ListPlace | null, window: number): Promise<ListPlace[]> {
  let run = db
    .selectFrom('search_hashes')
    .select(['execution_id as id', 'created_at as createdAt'])
    .where('hash', '=', hash);
  if (after !== null)
    run = run.where(sql<boolean>`(created_at, execution_id) < (${after.createdAt}, ${after.id})`);
  return run.orderBy('created_at', 'desc').orderBy('execution_id', 'desc').limit(window).execute();
}

/**
 * Finds those of the executions that have one of the hashes. Reads a value instead of `exists`, which PostgreSQL would turn into a join
 * that reads all rows of a hash; those of a common name grow with the executions.
 */
async function havingOne(
  db: Database,
  hashes: readonly string[],
  candidates: readonly ListPlace[],
): Promise<ListPlace[]> {
  const { rows } = await sql<{ place: string }>`
    select value as place from ${rowsOf(candidates, 'sought')}
    where (
      select 1 from search_hashes
      where ${isOneOf('hash', hashes)}
        and created_at = ${jsonInteger('sought.value', 'createdAt')}
        and execution_id = ${jsonText('sought.value', 'id')}
      limit 1
    ) = 1`.execute(db);
  return rows.map(({ place }) => JSON.parse(place) as ListPlace);
}
