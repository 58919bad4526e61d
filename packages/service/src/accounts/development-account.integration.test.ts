import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { changeBrand } from '../administration/branding/administer-brand.ts';
import { createApiKeyStore } from '../db/accounts/api-keys.ts';
import { createBrandStore } from '../db/accounts/brand-store.ts';
import { createDevelopmentStore } from '../db/accounts/development-account.ts';
import { createRowSeal } from '../db/integrity/sealed-rows.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { createVault } from '../secrets/vault.ts';
import { findApiKey } from './api-key.ts';
import { type DevelopmentFile, ensureDevelopmentAccount } from './development-account.ts';

let folder: string;
let database: OpenDatabase;
const vault = createVault(new Uint8Array(32));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vo-dev-'));
  database = await openTestDatabase(folder);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, 'dev.json');
const content = () => JSON.parse(readFileSync(file(), 'utf8')) as DevelopmentFile;
const ensure = (urls = { baseUrl: 'http://localhost:4000', demoUrl: 'http://localhost:4001' }) =>
  ensureDevelopmentAccount(
    {
      store: createDevelopmentStore(database, vault),
      clock: { now: () => 1 },
      file: file(),
      makeAdminLink: async (id) => `link to ${id}`,
    },
    urls,
  );
const endpoints = () => database.main.selectFrom('webhook_endpoints').selectAll().execute();

describe('the development account', () => {
  it('creates everything that a developer needs at the first start, readable only by the owner', async () => {
    expect(await ensure()).toBe('created');
    expect(content()).toMatchObject({
      baseUrl: 'http://localhost:4000',
      demoUrl: 'http://localhost:4001',
      adminLink: expect.stringMatching(/^link to /),
      apiKey: expect.stringMatching(/^vo_test_/),
      webhookSecret: expect.stringMatching(/^whsec_/),
      workflows: [
        { name: 'Identity document' },
        { name: 'E-mail and phone' },
        { name: 'Document and selfie' },
      ],
    });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(
      await findApiKey(createApiKeyStore(database, createRowSeal(vault)), content().apiKey, Date.now()),
    ).not.toBeNull();
    expect(await endpoints()).toMatchObject([{ url: 'http://localhost:4001/webhooks' }]);
  });

  it('keeps the account at later starts', async () => {
    await ensure();
    const first = content();
    expect(await ensure()).toBe('kept');
    expect(content()).toEqual(first);
    expect(await endpoints()).toHaveLength(1);
  });

  it('keeps the account when its name was changed in the Admin Panel', async () => {
    await ensure();
    const before = content().apiKey;
    const { id } = await database.main.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    const none = { accent: null, onAccent: null, text: null };
    const change = { accountId: id, name: 'Another shop', colours: { light: none, dark: none }, revision: 0 };
    const services = { brands: createBrandStore(database), clock: { now: () => 1 } };
    await changeBrand(services, { kind: 'operator', user: 'service' }, change);
    await ensure();
    expect(content().apiKey).toBe(before);
    expect(await database.main.selectFrom('accounts').select('name').execute()).toEqual([
      { name: 'Another shop' },
    ]);
  });

  it('follows changed ports, and clears the failures of a moved endpoint', async () => {
    await ensure();
    const first = content();
    await database.main.updateTable('webhook_endpoints').set({ disabled_at: 5, failing_since: 1 }).execute();
    await ensure({ baseUrl: 'http://localhost:5000', demoUrl: 'http://localhost:5001' });
    expect(content()).toEqual({
      ...first,
      baseUrl: 'http://localhost:5000',
      demoUrl: 'http://localhost:5001',
    });
    expect(await endpoints()).toMatchObject([
      { url: 'http://localhost:5001/webhooks', disabled_at: null, failing_since: null },
    ]);
  });

  it.each([
    ['lost', () => rmSync(file())],
    ['damaged', () => writeFileSync(file(), '{')],
    [
      'of another database',
      () => writeFileSync(file(), JSON.stringify({ ...content(), apiKey: `vo_test_${'A'.repeat(61)}` })),
    ],
  ])('adds a new key when the file of the account is %s', async (_, harm) => {
    await ensure();
    const first = content();
    harm();
    expect(await ensure()).toBe('new-key');
    expect(content()).toEqual({ ...first, apiKey: content().apiKey });
    expect(content().apiKey).not.toBe(first.apiKey);
    expect(
      await findApiKey(createApiKeyStore(database, createRowSeal(vault)), content().apiKey, Date.now()),
    ).not.toBeNull();
  });
});
