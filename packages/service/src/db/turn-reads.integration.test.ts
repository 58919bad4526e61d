import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { TurnReads } from './turn-reads.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('reads of one turn', () => {
  it('reads each name once per turn, and again in the next', async () => {
    const find = vi.fn((name: string) => ({ name }));
    const shared = new TurnReads().share(find);
    expect(shared('a')).toBe(shared('a'));
    expect(shared('b')).toEqual({ name: 'b' });
    expect(find).toHaveBeenCalledTimes(2);
    await nextTurn();
    shared('a');
    await nextTurn();
    shared('a');
    expect(find).toHaveBeenCalledTimes(4);
  });

  it('reads again after a commit', () => {
    const reads = new TurnReads();
    const find = vi.fn((name: string) => ({ name }));
    const shared = reads.share(find);
    shared('a');
    reads.forget();
    shared('a');
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('caches nothing of a failed read', () => {
    let isBroken = true;
    const shared = new TurnReads().share((name) => {
      if (isBroken) throw new Error('broken');
      return { name };
    });
    expect(() => shared('a')).toThrow('broken');
    isBroken = false;
    expect(shared('a')).toEqual({ name: 'a' });
  });

  it('reads what a statement, write or transaction committed in the same turn', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vo-reads-'));
    const database = await openTestDatabase(folder);
    try {
      const names = database.reader.selectFrom('accounts').select('name').orderBy('name');
      const find = database.shareReads(async (_: string) => (await names.execute()).map(({ name }) => name));
      const insertion = (id: string) =>
        database.main.insertInto('accounts').values({ id, name: id, created_at: 1 });
      const ways = [
        (id: string) => insertion(id).execute(),
        (id: string) => database.write([insertion(id).compile()]),
        (id: string) =>
          database.main
            .transaction()
            .execute((trx) => trx.insertInto('accounts').values({ id, name: id, created_at: 1 }).execute()),
      ];
      for (const [index, way] of ways.entries()) {
        const write = way(`${index}`);
        // Reads while the write waits for its commit, so that the turn of this read ends after the commit.
        for (let step = 0; step < 20; step++) await Promise.resolve();
        void find('all');
        await write;
        expect(await find('all')).toContain(`${index}`);
      }
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
