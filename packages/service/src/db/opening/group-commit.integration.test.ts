import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type CompiledQuery, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLaidDatabase } from '../../../testing/lay-database.ts';
import type { WriteStep } from '../write-step.ts';
import type { OpenDatabase } from './open-database.ts';

let folder: string;
let database: OpenDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vo-group-'));
  database = await openLaidDatabase(folder);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const insert = (id: string) =>
  database.main
    .transaction()
    .execute((trx) => trx.insertInto('accounts').values({ id, name: id, created_at: 1 }).execute());
const insertion = (id: string) =>
  database.main.insertInto('accounts').values({ id, name: id, created_at: 1 }).compile();
/** A step that gets the number of accounts. */
const following = (name: string, query: (accounts: number) => CompiledQuery): WriteStep => {
  const find = sql<{ count: number }>`select count(*) as count from accounts`.compile(database.main);
  const follow = (found?: { count: number }) => ({
    query: query(found?.count ?? 0),
    leaves: undefined,
    unlessOne: () => new Error('It was not inserted.'),
  });
  return { name, find, follow };
};
/** A write of two steps. The second fails if `id` exists already, and reports how many rows the first step has found. */
const write = (id: string, note: (found: number) => void = () => {}) =>
  database.write([
    insertion(`${id}, first`),
    following(id, (found) => {
      note(found);
      return insertion(id);
    }),
  ]);
const committed = async () =>
  (await database.reader.selectFrom('accounts').select('id').orderBy('id').execute()).map((row) => row.id);

describe('concurrent transactions', () => {
  it('stores each transaction before it resolves, visible to another connection', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await insert(`a${index}`);
        expect(await committed()).toContain(`a${index}`);
      }),
    );
    expect(await committed()).toHaveLength(50);
  });

  it('makes concurrent transactions visible together, in one commit', async () => {
    const all = Promise.all(['a', 'b', 'c'].map(insert));
    // All three have run by now, but none may be visible before the common commit.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    expect(await committed()).toEqual([]);
    await all;
    expect(await committed()).toEqual(['a', 'b', 'c']);
  });

  it('keeps the other transactions of a group when one fails', async () => {
    await insert('b');
    const results = await Promise.allSettled(['a', 'b', 'c'].map(insert));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await committed()).toEqual(['a', 'b', 'c']);
  });

  it('rejects all transactions of a group that the database rolls back', async () => {
    const lost = Promise.allSettled([
      insert('a'),
      database.main.transaction().execute(async (trx) => {
        await trx.insertInto('accounts').values({ id: 'b', name: 'b', created_at: 1 }).execute();
        const { sql } = await import('kysely');
        await sql`insert or rollback into accounts (id, name, created_at) values ('b', 'again', 2)`.execute(
          trx,
        );
      }),
    ]);
    const next = insert('next');
    expect((await lost).map((result) => result.status)).toEqual(['rejected', 'rejected']);
    await next;
    expect(await committed()).toEqual(['next']);
  });

  it('commits nothing in the middle of a slow transaction', async () => {
    let release: () => void = () => {};
    const slow = database.main.transaction().execute(async (trx) => {
      await trx.insertInto('accounts').values({ id: 'slow', name: '', created_at: 1 }).execute();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await trx.deleteFrom('accounts').where('id', '=', 'slow').execute();
    });
    const next = insert('next');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await committed()).toEqual([]);
    release();
    await Promise.all([slow, next]);
    expect(await committed()).toEqual(['next']);
  });

  it('stores a statement without a transaction among concurrent transactions', async () => {
    const among = Promise.all([
      insert('a'),
      database.main.insertInto('accounts').values({ id: 'b', name: '', created_at: 1 }).execute(),
      insert('c'),
    ]);
    await among;
    expect(await committed()).toEqual(['a', 'b', 'c']);
  });

  it('stores a transaction when the database is closed right after it', async () => {
    const last = insert('last');
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    await database.close();
    await last;
    database = await openLaidDatabase(folder);
    expect(await committed()).toEqual(['last']);
  });

  it('undoes all steps of a failed write, and none of the others', async () => {
    await insert('b');
    const found: number[] = [];
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((id) => write(id, (rows) => found.push(rows))),
    );
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await committed()).toEqual(['a', 'a, first', 'b', 'c', 'c, first']);
    // The first write is repeated after the second fails.
    expect(found).toEqual([2, 4, 2, 4]);
  });

  it('rejects all writes of a group if repeating one fails', async () => {
    await insert('b');
    let times = 0;
    const results = Promise.allSettled([
      database.write([
        following('a or b', () => {
          times += 1;
          return insertion(times === 1 ? 'a' : 'b');
        }),
      ]),
      write('b'),
    ]);
    const next = write('next');
    expect((await results).map((result) => result.status)).toEqual(['rejected', 'rejected']);
    await next;
    expect(await committed()).toEqual(['b', 'next', 'next, first']);
  });

  it('rejects all writes of a group that the database rolls back', async () => {
    await insert('b');
    const lost = Promise.allSettled([
      write('a'),
      database.write([
        sql`insert or rollback into accounts (id, name, created_at) values ('b', 'again', 2)`.compile(
          database.main,
        ),
      ]),
    ]);
    const next = write('next');
    expect((await lost).map((result) => result.status)).toEqual(['rejected', 'rejected']);
    await next;
    expect(await committed()).toEqual(['b', 'next', 'next, first']);
  });

  it('stores exactly the fulfilled members of a group, in any order of kinds', async () => {
    await insert('taken');
    const ways = {
      write,
      transaction: (id: string) =>
        database.main.transaction().execute(async (trx) => {
          await trx
            .insertInto('accounts')
            .values({ id: `${id}, first`, name: '', created_at: 1 })
            .execute();
          await trx.insertInto('accounts').values({ id, name: '', created_at: 1 }).execute();
        }),
      statement: (id: string) =>
        database.main.insertInto('accounts').values({ id, name: '', created_at: 1 }).execute(),
    } as const;
    const kinds = Object.keys(ways) as (keyof typeof ways)[];
    const member = fc.record({ kind: fc.constantFrom(...kinds), fails: fc.boolean() });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(member, { minLength: 2, maxLength: 8 }), async (members) => {
        run += 1;
        const before = await committed();
        const ids = members.map(({ fails }, index) => (fails ? 'taken' : `${run}.${index}`));
        const results = await Promise.allSettled(
          members.map(({ kind }, index) => ways[kind](ids[index] ?? '')),
        );
        expect(results.map(({ status }) => status === 'rejected')).toEqual(members.map(({ fails }) => fails));
        const kept = members.flatMap(({ kind, fails }, index) => {
          if (fails) return [];
          const id = ids[index] ?? '';
          return kind === 'statement' ? [id] : [id, `${id}, first`];
        });
        expect((await committed()).sort()).toEqual([...before, ...kept].sort());
      }),
      { numRuns: 40 },
    );
  });
});
