import { CompiledQuery, Kysely } from 'kysely';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../../schema.ts';
import { PostgresPoolDialect, runBatch } from './postgres-dialect.ts';

const own = 7;
const cancelled = Object.assign(new Error('canceling statement due to user request'), {
  code: '57014',
  severity: 'ERROR',
});

/** Builds a pool with one connection that records what it is sent. The reply to a text that `failing` names is an error. */
function recordingPool(pid: number, failing?: string) {
  const sent: string[] = [];
  const released: unknown[] = [];
  let waiting = 0;
  let mostWaiting = 0;
  const client = {
    processID: own,
    async query({ text }: { readonly text: string }) {
      sent.push(text.split(';')[0]!);
      mostWaiting = Math.max(mostWaiting, ++waiting);
      await Promise.resolve();
      waiting -= 1;
      if (failing && text.startsWith(failing)) throw cancelled;
      return { command: 'SELECT', rowCount: 1, rows: text.includes('backend_pid') ? [{ pid }] : [] };
    },
    release: (isBroken: unknown) => released.push(isBroken),
  };
  const pool = { connect: async () => client, end: async () => {} } as unknown as pg.Pool;
  const db = new Kysely<Schema>({ dialect: new PostgresPoolDialect(pool, 1000) });
  return { db, sent, released, mostWaiting: () => mostWaiting };
}

const queries = (...texts: string[]) => texts.map((text) => CompiledQuery.raw(text));

describe('transaction', () => {
  it.each([
    ['at once on a direct connection', own, 3],
    ['one after another behind a pooler', own + 1, 1],
  ])('sends its begin and its reads %s', async (_, pid, atOnce) => {
    const { db, sent, released, mostWaiting } = recordingPool(pid);
    await db.transaction().execute((trx) => runBatch(trx, queries('select 1', 'select 2')));
    expect(sent.slice(1)).toEqual(['begin', 'select 1', 'select 2', 'commit']);
    expect(mostWaiting()).toBe(atOnce);
    expect(released).toEqual([false]);
  });

  it('sends no insertion after a begin that failed, and gives the connection up', async () => {
    const { db, sent, released } = recordingPool(own, 'begin');
    const work = db.transaction().execute((trx) => runBatch(trx, queries('insert into jobs', 'select 1')));
    await expect(work).rejects.toBe(cancelled);
    expect(sent.slice(1)).toEqual(['begin']);
    expect(released).toEqual([true]);
  });

  it('reports the error of a begin that failed together with reads', async () => {
    const { db, released } = recordingPool(own, 'begin');
    const work = db.transaction().execute((trx) => runBatch(trx, queries('select 1')));
    await expect(work).rejects.toBe(cancelled);
    expect(released).toEqual([true]);
  });

  it('sends nothing if it has no statement', async () => {
    const { db, sent, released } = recordingPool(own);
    await db.transaction().execute(async () => {});
    expect(sent).toHaveLength(1);
    expect(released).toEqual([false]);
  });
});
