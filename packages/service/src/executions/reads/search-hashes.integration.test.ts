import { createHash, randomBytes } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Backend, Page } from '../../../testing/client.ts';
import type { InProcessService } from '../../../testing/in-process-service.ts';
import { openShop, type Shop } from '../../../testing/shop.ts';
import { initialSchema } from '../../db/migrations/0001-initial-schema.ts';
import { search } from '../../db/migrations/0009-search.ts';
import { SqliteDialect } from '../../db/opening/sqlite-dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { createVault } from '../../secrets/vault.ts';
import type { SearchKind } from '../stored-execution.ts';
import { hashEarlierExecutions } from './hash-earlier-executions.ts';
import { hashesOfInputs, hashesToFind } from './search-hashes.ts';

const inputs = {
  user_id: 'u-1',
  user_fullname: 'Anna Maria Müller',
  email: 'Anna@Müller.de',
  phone_number: '+36 30 123 4567',
  user_photoid_number: 'AB 12345',
};

let shop: Shop;
let service: InProcessService;
let accountId: string;
let backend: Backend;
let workflowId: string;

beforeEach(async () => {
  shop = await openShop();
  ({ service, accountId, backend, workflowId } = shop);
});
afterEach(() => service.close());

const rows = () => service.database.main.selectFrom('search_hashes').selectAll().execute();

/** Checks whether an execution of the account has at least one hash of each choice. */
async function isFound(kind: SearchKind, text: string, account = accountId): Promise<boolean> {
  const stored = new Set((await rows()).map(({ hash }) => hash));
  const sought = hashesToFind(service.services.vault, account, kind, text);
  return sought?.every((choice) => choice.some((hash) => stored.has(hash))) ?? false;
}

const finish = (body: Record<string, unknown> = inputs) => shop.finish(body);

describe('search hashes', () => {
  it.each<[SearchKind, string, boolean]>([
    ['user-id', 'u-1', true],
    ['user-id', 'U-1', false],
    ['email', 'anna@xn--mller-kva.de', true],
    ['email', 'ANNA@MU\u0308LLER.DE', true],
    ['email', 'anna@muller.de', false],
    ['phone', '+36-30-1234567', true],
    ['phone', '06301234567', false],
    ['document-number', 'ab12345', true],
    ['name', 'MUELLER ANNA', true],
    ['name', 'muller', true],
    ['name', 'Anna Schmidt', false],
    ['name', '---', false],
  ])('stores hashes at the start by which %s "%s" finds the execution: %s', async (kind, text, expected) => {
    await backend.start({ workflowId, inputs });
    expect(await isFound(kind, text)).toBe(expected);
  });

  it('stores hashes of data read from a document when its check is decided', async () => {
    await backend.start({ workflowId, inputs: { user_id: 'u-2' } });
    expect(await rows()).toHaveLength(1);
    const id = await finish({ user_id: 'u-3' });
    const stored = (await rows()).filter(({ execution_id }) => execution_id === id);
    expect(new Set(stored.map(({ kind }) => kind))).toEqual(new Set(['user-id', 'document-number', 'name']));
  });

  it('stores hashes of the answers to a form', async () => {
    const form = {
      start: 'form',
      nodes: {
        form: { kind: 'form', fields: [{ name: 'email', required: true }], next: 'end' },
        end: { kind: 'end' },
      },
    };
    const { data } = await backend.start({
      workflowId: await service.addWorkflow(accountId, form),
      inputs: { user_id: 'u-4' },
    });
    const page = new Page(service);
    await page.init(data.token, 'nonce-of-16-chars', { capabilities: ['form'] });
    await page.post('begin');
    const reply = await page.post('steps/form/attempts/1/answers', { answers: { email: 'b@example.com' } });
    expect(reply.status).toBe(200);
    expect(await isFound('email', 'B@example.com')).toBe(true);
  });

  it('makes different hashes for two accounts, kinds and master keys', async () => {
    const { vault } = service.services;
    const one = hashesOfInputs(vault, 'account-1', inputs).map(({ hash }) => hash);
    const other = hashesOfInputs(vault, 'account-2', inputs).map(({ hash }) => hash);
    const elsewhere = hashesOfInputs(createVault(randomBytes(32)), 'account-1', inputs);
    const all = [...one, ...other, ...elsewhere.map(({ hash }) => hash)];
    expect(new Set(all).size).toBe(all.length);
    const same = { user_id: 'x', email: 'x', user_photoid_number: 'x' };
    expect(new Set(hashesOfInputs(vault, 'a', same).map(({ hash }) => hash)).size).toBe(3);
  });

  it('stores neither a value nor a hash that can be computed without the master key', async () => {
    await finish();
    const stored = JSON.stringify(await rows());
    for (const value of ['u-1', 'anna@xn--mller-kva.de', '+36301234567', 'ANNA', 'MUELLER', 'AB12345']) {
      expect(stored).not.toContain(value);
      for (const text of [value, `${accountId}${value}`, JSON.stringify([accountId, 'email', value])])
        for (const encoding of ['hex', 'base64url'] as const) {
          const hash = createHash('sha256').update(text).digest(encoding).slice(0, 16);
          expect(stored).not.toContain(hash);
        }
    }
  });

  it('limits the number of hashes for long names', () => {
    const name = 'Щёжця '.repeat(10_000);
    const all = { user_fullname: name, user_firstname: name, user_middlename: name, user_lastname: name };
    const many = Array.from({ length: 10_000 }, (_, n) => `n${n}`).join(' ');
    const hashes = hashesOfInputs(service.services.vault, accountId, { ...all, user_firstname: many });
    expect(hashes.length).toBeLessThanOrEqual(24 * 4);
  });

  it('adds hashes to earlier executions, except purged ones', async () => {
    const [kept, purged] = [await finish(), await finish({ user_id: 'u-9' })];
    const before = await rows();
    const { main } = service.database;
    await main.deleteFrom('search_hashes').execute();
    await main.updateTable('search_progress').set({ is_done: 0 }).execute();
    await main
      .updateTable('executions')
      .set({ wrapped_key: null, sealed_inputs: null, data_purged_at: 1 })
      .where('id', '=', purged)
      .execute();
    const signal = new AbortController().signal;
    expect(await hashEarlierExecutions(service.services, signal)).toBe(1);
    expect(await rows()).toEqual(before.filter(({ execution_id }) => execution_id === kept));
    expect(await hashEarlierExecutions(service.services, signal)).toBe(0);
  });

  it.each([
    ['a new database', 0, 1],
    ['a database with executions', 1, 0],
  ])(
    'records in the migration of %s (executions: %s) whether all hashes are stored',
    async (_, executions, isDone) => {
      const db = new Kysely<Schema>({ dialect: new SqliteDialect({ file: ':memory:', readOnly: false }) });
      await initialSchema.up(db);
      await sql`pragma foreign_keys = off`.execute(db);
      for (let n = 0; n < executions; n++)
        await sql`insert into executions (id, account_id, workflow_id, workflow_version, mode, status, walk, seq, token_hash,
        session_epoch, created_at, expires_at) values ('e', 'a', 'w', 1, 'live', 'PENDING', '{}', 0, 't', 0, 1, 2)`.execute(
          db,
        );
      await search.up(db);
      const progress = await db.selectFrom('search_progress').selectAll().executeTakeFirstOrThrow();
      expect(progress).toEqual({ id: 1, after_id: '', is_done: isDone });
      await db.destroy();
    },
  );

  it('adds hashes to other executions if the data of one cannot be decrypted', async () => {
    const ids = [await finish(), await finish({ user_id: 'u-9' })].sort();
    const { main } = service.database;
    await main.deleteFrom('search_hashes').execute();
    await main.updateTable('search_progress').set({ is_done: 0 }).execute();
    await main
      .updateTable('executions')
      .set({ wrapped_key: Buffer.alloc(80) })
      .where('id', '=', ids[0]!)
      .execute();
    await hashEarlierExecutions(service.services, new AbortController().signal);
    const found = (await rows()).filter(({ kind }) => kind !== 'unreadable');
    expect(new Set(found.map(({ execution_id }) => execution_id))).toEqual(new Set([ids[1]]));
  });
});
