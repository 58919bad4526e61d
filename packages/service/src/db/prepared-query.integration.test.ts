import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLaidDatabase } from '../../testing/lay-database.ts';
import type { OpenDatabase } from './opening/open-database.ts';
import { prepareInsert, prepareQuery, prepareUpdate } from './prepared-query.ts';

let folder: string;
let database: OpenDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vo-prepared-'));
  database = await openLaidDatabase(folder);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const job = (id: string, dueAt: number, lane: string | null = null) => ({
  id,
  kind: 'run',
  subject_id: 's',
  lane,
  payload: null,
  due_at: dueAt,
  lease_until: null,
  lease_token: null,
  lease_instance: null,
  tries: 0,
  max_tries: 5,
  created_at: 0,
  failed_at: null,
  last_error: null,
  cut_offs: 0,
});
const all = () => database.reader.selectFrom('jobs').selectAll().orderBy('id').execute();

describe('a prepared query', () => {
  it('builds a prepared query once, and uses the values of each call', async () => {
    let written = 0;
    const due = prepareQuery<{ from: number; to: number }, { id: string }>(database.reader, (db, value) => {
      written += 1;
      return db
        .selectFrom('jobs')
        .select('id')
        .where('due_at', '<', value('to'))
        .where('tries', '=', 0)
        .where('due_at', '>=', value('from'))
        .orderBy('id');
    });
    const insertion = prepareInsert(database.main, 'jobs');
    await database.write(['a', 'b', 'c'].map((id, dueAt) => insertion(job(id, dueAt))));
    expect(await database.read(due({ from: 0, to: 2 }))).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(await database.read(due({ from: 2, to: 9 }))).toEqual([{ id: 'c' }]);
    expect(written).toBe(1);
  });

  it('inserts whole rows with members in any order, null or not', async () => {
    const insertion = prepareInsert(database.main, 'jobs');
    const [first, second] = [job('a', 1), job('b', 2, 'lane')];
    const turned = Object.fromEntries(Object.entries(second).reverse()) as typeof second;
    await database.write([insertion(first), insertion(turned)]);
    expect(await all()).toEqual([first, second]);
  });

  it('finds no nullable column with a default, because insertions leave null columns out', async () => {
    const { rows } = await sql`
      select tables.name as "table", columns.name as "column"
      from sqlite_master as tables, pragma_table_info(tables.name) as columns
      where tables.type = 'table' and columns."notnull" = 0 and columns.dflt_value is not null`.execute(
      database.reader,
    );
    expect(rows).toEqual([]);
  });
});

describe('writing prepared queries', () => {
  it('stores all steps of a write or none, and continues after a failure', async () => {
    const insertion = prepareInsert(database.main, 'jobs');
    await expect(database.write([insertion(job('a', 1)), insertion(job('a', 2))])).rejects.toThrow(/UNIQUE/);
    expect(await all()).toEqual([]);
    await database.write([insertion(job('a', 3))]);
    expect(await all()).toMatchObject([{ id: 'a', due_at: 3 }]);
  });

  it('writes after the current transaction, unaffected by its failure', async () => {
    const insertion = prepareInsert(database.main, 'jobs');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = database.main.transaction().execute(async (trx) => {
      await trx.insertInto('jobs').values(job('slow', 1)).execute();
      await held;
      throw new Error('on purpose');
    });
    const writes = Promise.allSettled(
      [job('b', 1), job('b', 2), job('c', 3)].map((row) => database.write([insertion(row)])),
    );
    release();
    await expect(slow).rejects.toThrow('on purpose');
    expect((await writes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await all()).map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('updates only the given columns of the row with the id', async () => {
    const insertion = prepareInsert(database.main, 'jobs');
    await database.write([insertion(job('a', 1, 'lane')), insertion(job('b', 1, 'lane'))]);
    const change = prepareUpdate(database.main, 'jobs');
    await database.write([
      change('a', { due_at: 5, lane: null }),
      change('b', { due_at: 6, lane: 'other' }),
      change('b', { tries: 2 }),
    ]);
    expect(await all()).toEqual([job('a', 5), { ...job('b', 6, 'other'), tries: 2 }]);
  });
});
