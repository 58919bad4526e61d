import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { admitPeople } from '../../../testing/admit-people.ts';
import { openTestDatabase } from '../../../testing/open-test-database.ts';
import type { PersonActor } from '../../access/actor.ts';
import { findApiKey } from '../../accounts/api-key.ts';
import { insertAccount } from '../../db/accounts/accounts.ts';
import { createApiKeyStore } from '../../db/accounts/api-keys.ts';
import { createKeyStore } from '../../db/accounts/key-store.ts';
import { createAuditStore } from '../../db/audit/audit-trail.ts';
import { createRowSeal } from '../../db/integrity/sealed-rows.ts';
import type { OpenDatabase } from '../../db/opening/open-database.ts';
import { createVault } from '../../secrets/vault.ts';
import {
  createKey,
  type KeyServices,
  listKeys,
  maxOverlapMs,
  revokeKey,
  rotateKey,
  type WantedKey,
} from './administer-keys.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 27);
const clock = { time: start, now: () => clock.time };
const [accountId, otherAccountId] = ['11111111-1111-4111-8111-111111111111', '2'.repeat(36)];

const rows = createRowSeal(createVault(Buffer.alloc(32, 7)));

let folder: string;
let database: OpenDatabase;
let services: KeyServices;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vo-keys-'));
  database = await openTestDatabase(folder);
  services = { keys: createKeyStore(database, rows), clock };
  for (const id of [accountId, otherAccountId])
    await insertAccount(database.main, { id, name: id, createdAt: start });
  await admitPeople(database, developer, owner, testDeveloper);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const developer: PersonActor = {
  kind: 'person',
  id: 'developer',
  accountId,
  role: 'developer',
  modes: ['live', 'test'],
  pictures: false,
  sessionId: 'session',
  address: null,
};
const owner: PersonActor = {
  ...developer,
  id: 'owner',
  role: 'owner',
  pictures: true,
  sessionId: 'session of the owner',
};
const testDeveloper: PersonActor = {
  ...developer,
  id: 'test-developer',
  modes: ['test'],
  sessionId: 'session of the test developer',
};
const stranger: PersonActor = { ...developer, accountId: otherAccountId, role: 'owner' };
const wanted: WantedKey = {
  accountId,
  mode: 'live',
  purpose: 'executions',
  name: 'till',
  workflowIds: null,
  expiresAt: null,
};
const serves = async (key: string) =>
  (await findApiKey(createApiKeyStore(database, rows), key, clock.now())) !== null;
const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });

describe('administration of API keys', () => {
  test.each([
    ['lets an owner create a live key', owner, {}, null],
    ['lets a developer create a live key for webhooks', developer, { purpose: 'webhooks' }, null],
    ['refuses a live key for executions to a developer, who may not decide them', developer, {}, 'FORBIDDEN'],
    [
      'refuses a key that can read pictures to an owner without that right',
      { ...owner, pictures: false },
      {},
      'FORBIDDEN',
    ],
    ['lets a developer without live mode create a test key', testDeveloper, { mode: 'test' }, null],
    ['refuses a live key to a developer without live mode', testDeveloper, {}, 'FORBIDDEN'],
    ['refuses to create keys for an analyst', { ...developer, role: 'analyst' }, {}, 'FORBIDDEN'],
    ['refuses to create keys for an auditor', { ...developer, role: 'auditor' }, {}, 'FORBIDDEN'],
    ['refuses to create keys for people of another account', stranger, {}, 'FORBIDDEN'],
    ['refuses workflows of other accounts', owner, { workflowIds: ['w'] }, 'WORKFLOW_NOT_FOUND'],
    [
      'refuses a webhook key that names workflows',
      developer,
      { purpose: 'webhooks', workflowIds: ['w'] },
      'INVALID_REQUEST_BODY',
    ],
    ['refuses a key whose expiry is in the past', owner, { expiresAt: start }, 'INVALID_REQUEST_BODY'],
  ] as const satisfies [string, PersonActor, Partial<WantedKey>, string | null][])(
    '%s',
    async (_title, actor, changes, code) => {
      const call = (async () => createKey(services, actor, { ...wanted, ...changes }))();
      if (code !== null) return expect(call).rejects.toEqual(refusal(code));
      const { key, entry } = await call;
      expect(await serves(key)).toBe(true);
      expect(await listKeys(services, actor, accountId)).toContainEqual(entry);
    },
  );

  test('lists keys of modes that the actor may see', async () => {
    await createKey(services, operator, { ...wanted, mode: 'test' });
    const modes = new Set((await listKeys(services, testDeveloper, accountId)).map(({ mode }) => mode));
    expect([...modes]).toEqual(['test']);
  });

  test('refuses to revoke or rotate keys that the actor may not see, as if they did not exist', async () => {
    const { entry, key } = await createKey(services, owner, wanted);
    for (const actor of [stranger, testDeveloper]) {
      await expect(revokeKey(services, actor, entry.id)).rejects.toEqual(refusal('NOT_FOUND'));
      await expect(rotateKey(services, actor, entry.id, hour)).rejects.toEqual(refusal('NOT_FOUND'));
    }
    await expect(revokeKey(services, { ...developer, role: 'auditor' }, entry.id)).rejects.toEqual(
      refusal('FORBIDDEN'),
    );
    expect(await serves(key)).toBe(true);
  });

  test('rotates a key with its rights, and ends the old key after the overlap', async () => {
    clock.time = start;
    const one = await createKey(services, developer, { ...wanted, mode: 'test' });
    const two = await rotateKey(services, testDeveloper, one.entry.id, 2 * hour);
    expect(two.entry).toEqual({ ...one.entry, id: two.entry.id });
    expect([await serves(one.key), await serves(two.key)]).toEqual([true, true]);
    clock.time += 2 * hour;
    expect([await serves(one.key), await serves(two.key)]).toEqual([false, true]);
    await expect(rotateKey(services, developer, one.entry.id, hour)).rejects.toEqual(refusal('NOT_FOUND'));
    clock.time = start;
  });

  test('limits the overlap of a rotated key to its own expiry and to 30 days', async () => {
    const ends = start + hour;
    const short = await createKey(services, owner, { ...wanted, expiresAt: ends });
    const long = await createKey(services, owner, wanted);
    const endOf = async (id: string) =>
      (await rotateKey(services, owner, id, 90 * 24 * hour)).before.expiresAt;
    expect(await endOf(short.entry.id)).toBe(ends);
    expect(await endOf(long.entry.id)).toBe(start + maxOverlapMs);
  });

  test('gives the new key the same lifetime as the old one', async () => {
    const short = await createKey(services, owner, { ...wanted, expiresAt: start + 24 * hour });
    clock.time = start + hour;
    const { entry } = await rotateKey(services, owner, short.entry.id, hour);
    clock.time = start;
    expect(entry.expiresAt).toBe(start + 25 * hour);
  });

  describe('a second rotation of the same key', () => {
    const noteUse = (id: string) => createApiKeyStore(database, rows).noteUse(id, clock.now());
    const rotate = (id: string) => rotateKey(services, owner, id, 24 * hour);

    test('creates a permanent key again if the rotated key was permanent', async () => {
      const one = await createKey(services, owner, wanted);
      clock.time = start + 2 * hour;
      await rotate(one.entry.id);
      clock.time += hour;
      const { entry, before } = await rotate(one.entry.id);
      expect([entry.expiresAt, before.expiresAt]).toEqual([null, start + 26 * hour]);
      const next = await rotate(entry.id);
      expect(next.entry.expiresAt).toBeNull();
      clock.time = start;
    });

    test('keeps the lifetime that the rotated key was created with', async () => {
      const one = await createKey(services, owner, { ...wanted, expiresAt: start + 720 * hour });
      clock.time = start + 2 * hour;
      await rotate(one.entry.id);
      clock.time += hour;
      const { entry } = await rotate(one.entry.id);
      expect(entry.expiresAt).toBe(clock.time + 720 * hour);
      clock.time = start;
    });

    test('revokes a replacement that was never used, and records it', async () => {
      const one = await createKey(services, owner, wanted);
      const lost = await rotate(one.entry.id);
      expect([lost.revokedIds, lost.workingIds]).toEqual([[], []]);
      const next = await rotate(one.entry.id);
      expect([next.revokedIds, next.workingIds]).toEqual([[lost.entry.id], []]);
      expect([await serves(one.key), await serves(lost.key), await serves(next.key)]).toEqual([
        true,
        false,
        true,
      ]);
      const events = await createAuditStore(database).eventsAfter(accountId, 0, 1000);
      expect(events.filter(({ subjectId }) => subjectId === lost.entry.id)).toMatchObject([
        { act: 'key.create' },
        { act: 'key.revoke', actorId: 'owner' },
      ]);
      expect((await rotate(one.entry.id)).revokedIds).toEqual([next.entry.id]);
    });

    test('names a replacement that was used, and leaves it valid', async () => {
      const one = await createKey(services, owner, wanted);
      const used = await rotate(one.entry.id);
      await noteUse(used.entry.id);
      const next = await rotate(one.entry.id);
      expect([next.revokedIds, next.workingIds]).toEqual([[], [used.entry.id]]);
      expect(await serves(used.key)).toBe(true);
    });
  });

  test('revokes a key once, and records the actor and the act', async () => {
    const { entry, key } = await createKey(services, owner, wanted);
    const { entry: next } = await rotateKey(services, owner, entry.id, hour);
    clock.time = start + 1;
    expect(await revokeKey(services, owner, entry.id)).toBe(start + 1);
    clock.time = start;
    expect(await revokeKey(services, owner, entry.id)).toBe(start + 1);
    expect(await serves(key)).toBe(false);
    const events = await createAuditStore(database).eventsAfter(accountId, 0, 1000);
    const ofKey = events.filter(({ subjectId }) => subjectId === entry.id || subjectId === next.id);
    expect(ofKey.map(({ act, actorKind, actorId }) => `${actorKind} ${actorId} ${act}`)).toEqual(
      ['key.create', 'key.expire', 'key.create', 'key.revoke'].map((act) => `person owner ${act}`),
    );
    expect(JSON.stringify(ofKey)).not.toContain(key.slice(20));
  });
});
