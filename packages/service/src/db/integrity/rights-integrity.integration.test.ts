import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { origin, PeopleWorld, password } from '../../../testing/people-world.ts';
import { createApiKey, findApiKey } from '../../accounts/api-key.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../../administration/keys/administer-keys.ts';
import { changePerson, removePerson } from '../../administration/people/change-person.ts';
import { requireSecondStep } from '../../administration/people/second-step/require-second-step.ts';
import { changePassword } from '../../administration/people/sign-in/change-password.ts';
import { endOwnSessions } from '../../administration/people/sign-in/end-session.ts';
import { openIntegrityAnchor } from '../../audit/integrity-anchor.ts';
import { renewCheckpoint } from '../../audit/renew-checkpoint.ts';
import { RightsInTrail } from '../../audit/rights-in-trail.ts';
import { verifyTrail } from '../../audit/verify-trail.ts';
import { createApiKeyStore } from '../accounts/api-keys.ts';
import { createKeyStore } from '../accounts/key-store.ts';
import { createAuditStore } from '../audit/audit-trail.ts';
import { createPeopleStore } from '../people/people-store.ts';
import { sealEarlierPeople, sealEarlierRows } from './seal-earlier-rows.ts';
import { anchorSeals } from './seal-earlier-states.ts';
import { createRowSeal, openColumns, sealedColumns } from './sealed-rows.ts';
import { verifyRows } from './verify-rows.ts';

let world: PeopleWorld;
beforeEach(async () => {
  world = await PeopleWorld.open();
  await sealAll();
});
afterEach(() => world.close());

const sealAll = async (rows = world.rows) => {
  const keys = await sealEarlierRows(world.database, {
    seal: rows,
    earlierMac: (text) => world.services.vault.keyedHash('admin-membership', text),
    now: world.clock.time,
  });
  const people = await sealEarlierPeople(world.database, { seal: rows, now: world.clock.time });
  return { keys, people };
};

/** Changes rows like an attacker who may write to the database but has no master key. */
function tamper(statement: string): void {
  const file = new DatabaseSync(join(world.folder, 'service.db'));
  file.exec('pragma foreign_keys = off');
  file.exec(statement);
  file.close();
}

/**
 * Remembers a row.
 *
 * @returns a function that puts it back.
 */
function keepRow(table: string, where: string): () => void {
  const file = new DatabaseSync(join(world.folder, 'service.db'));
  const row = file.prepare(`select * from ${table} where ${where}`).get() as Record<string, string>;
  file.close();
  return () => {
    const again = new DatabaseSync(join(world.folder, 'service.db'));
    again.exec('pragma foreign_keys = off');
    again.exec(`delete from ${table} where ${where}`);
    const places = Object.keys(row).map(() => '?');
    again
      .prepare(`insert into ${table} (${Object.keys(row).join()}) values (${places.join()})`)
      .run(...Object.values(row));
    again.close();
  };
}

const keyServices = () => ({ keys: createKeyStore(world.database, world.rows), clock: world.clock });
const makeKey = () =>
  createKey(keyServices(), operator, {
    accountId: world.accounts[0],
    mode: 'live',
    purpose: 'executions',
    name: 'till',
    workflowIds: null,
    expiresAt: world.clock.time + 1000,
  });
const serves = async (key: string) =>
  (await findApiKey(createApiKeyStore(world.database, world.rows), key, world.clock.time)) !== null;
const faults = async () =>
  (await verifyRows(world.database.reader, world.rows)).broken.map(({ fault }) => fault);
const place = (personId: string) => ({ accountId: world.accounts[0], personId });

describe('an API key', () => {
  test.each([
    ['account', "account_id = 'second-account'"],
    ['scope', `scope = '[]'`],
    ['purpose', "purpose = 'webhooks'"],
    ['mode', "mode = 'test'"],
    ['name', "name = 'other'"],
    ['hash', 'hash = hex(randomblob(32))'],
    ['creation', 'created_at = created_at - 1'],
    ['expiry', 'expires_at = null'],
    ['expiry to one beyond the range of numbers', 'expires_at = 9223372036854775807'],
    ['revocation', 'revoked_at = 1'],
    ['serial', 'serial = serial + 1'],
    ['MAC', "mac = 'x'"],
    ['MAC to null', 'mac = null'],
    ['MAC to bytes', "mac = x'ff00'"],
  ])('refuses an API key after a change of its %s', async (_what, change) => {
    const { key, entry } = await makeKey();
    expect(await serves(key)).toBe(true);
    tamper(`update api_keys set ${change}`);
    expect(await serves(key)).toBe(false);
    expect(world.broken).toMatchObject([{ table: 'api_keys', id: entry.id }]);
    expect(await faults()).toHaveLength(1);
    expect(await listKeys(keyServices(), operator, world.accounts[0])).toEqual([]);
    await expect(rotateKey(keyServices(), operator, entry.id, 0)).rejects.toThrow('no such key');
  });

  test('refuses an API key whose row was inserted into the database', async () => {
    const { key, id, hash } = createApiKey('live');
    tamper(
      `insert into api_keys (id, account_id, hash, purpose, mode, created_at) values ('${id}', 'first-account', '${hash}', 'executions', 'live', 0)`,
    );
    expect(await serves(key)).toBe(false);
  });

  test('refuses an API key that has the row of another key', async () => {
    const [one, two] = [await makeKey(), await makeKey()];
    tamper(`delete from api_keys where id = '${one.entry.id}'`);
    tamper(`update api_keys set id = '${one.entry.id}' where id = '${two.entry.id}'`);
    expect([await serves(one.key), await serves(two.key)]).toEqual([false, false]);
  });

  test('keeps an API key revoked when its earlier row is put back', async () => {
    const { key, entry } = await makeKey();
    const putBack = keepRow('api_keys', `id = '${entry.id}'`);
    await revokeKey(keyServices(), operator, entry.id);
    putBack();
    expect([await serves(key), await faults()]).toEqual([false, ['ROW_OLDER']]);
  });

  test('refuses a rotated API key when its earlier row, without the expiry, is put back', async () => {
    const { key, entry } = await makeKey();
    const putBack = keepRow('api_keys', `id = '${entry.id}'`);
    await rotateKey(keyServices(), operator, entry.id, 10);
    expect(await serves(key)).toBe(true);
    putBack();
    expect(await serves(key)).toBe(false);
  });
});

describe('a membership', () => {
  test.each([
    ['role', "role = 'owner'"],
    ['modes', "modes = 'live,test'"],
    ['pictures', 'pictures = 1'],
    ['account', "account_id = 'second-account'"],
    ['serial', 'serial = serial + 1'],
    ['MAC to bytes', "mac = x'00'"],
  ])('grants nothing to a member after a change of their %s', async (_what, change) => {
    const grant = { role: 'auditor', modes: ['test'], pictures: false } as const;
    const { token } = await world.join('auditor@example.com', grant);
    tamper(`update memberships set ${change}`);
    expect(await world.actor(token)).toBeNull();
    expect(await faults()).toHaveLength(1);
  });

  test('grants nothing to a demoted member whose earlier row is put back', async () => {
    const { token, person } = await world.join('person@example.com');
    await world.join('owner@example.com');
    const putBack = keepRow('memberships', `person_id = '${person.id}'`);
    await changePerson(world.services, operator, place(person.id), { role: 'auditor' });
    expect(await world.actor(token)).toMatchObject({ role: 'auditor' });
    putBack();
    expect([await world.actor(token), await faults()]).toEqual([null, ['ROW_OLDER']]);
  });

  test('keeps a membership ended when its row is put back, until a new invitation', async () => {
    const { person } = await world.join('person@example.com', { role: 'analyst' });
    const putBack = keepRow('memberships', `person_id = '${person.id}'`);
    await removePerson(world.services, operator, place(person.id));
    putBack();
    expect(await faults()).toEqual(['ROW_OLDER']);
    await expect(world.signIn('person@example.com')).rejects.toThrow('wrong');
    const again = await world.join('person@example.com', { role: 'auditor' });
    expect(again.actor).toMatchObject({ role: 'auditor' });
  });

  test('keeps a membership when the person is removed from another account', async () => {
    await world.join('person@example.com', { accountId: world.accounts[1], role: 'auditor' });
    const { token, person } = await world.join('person@example.com', { role: 'analyst' });
    await removePerson(world.services, operator, { accountId: world.accounts[1], personId: person.id });
    expect(await world.actor(token)).toMatchObject({ role: 'analyst' });
  });
});

describe('a session', () => {
  test.each([
    ['stage', "stage = 'code'"],
    ['account', "account_id = 'second-account'"],
    ['person', "person_id = 'x'"],
    ['time of the last sign-in', 'authenticated_at = authenticated_at + 1'],
    ['address', "address = '10.0.0.1'"],
    ['activity', 'last_seen_at = last_seen_at + 1'],
    ['expiry', 'expires_at = expires_at + 1'],
    ['MAC to null', 'mac = null'],
  ])('refuses a session after a change of its %s', async (_what, change) => {
    const { token } = await world.join('person@example.com');
    tamper(`update admin_sessions set ${change}`);
    expect([await world.actor(token), (await faults()).length]).toEqual([null, 1]);
  });

  test('keeps a session ended when its end time is removed', async () => {
    const { token, actor } = await world.join('person@example.com');
    await endOwnSessions(world.services, actor, 'this');
    tamper('update admin_sessions set ended_at = null');
    expect(await world.actor(token)).toBeNull();
  });

  test.each(['this', 'all'] as const)(
    'keeps a session ended when its earlier row is put back (%s)',
    async (which) => {
      const { token, actor, session } = await world.join('person@example.com');
      const putBack = keepRow('admin_sessions', `id = '${session.id}'`);
      await endOwnSessions(world.services, actor, which);
      putBack();
      expect([await world.actor(token), await faults()]).toEqual([null, ['ROW_OLDER']]);
    },
  );

  test('keeps a session valid after activity is recorded', async () => {
    const { token } = await world.join('person@example.com');
    world.clock.time += 61_000;
    expect(await world.actor(token)).not.toBeNull();
    expect([await world.actor(token), await faults()]).toEqual([expect.anything(), []]);
  });
});

describe('a person', () => {
  const email = 'person@example.com';

  test.each([
    ['e-mail address', "email = 'other@example.com'"],
    ['name', "name = 'Other'"],
    ['credentials', 'sealed_credentials = null'],
    ['time of the password', 'credentials_at = credentials_at + 1'],
    ['last code', 'totp_step = null'],
    ['limit of wrong codes', 'codes_from_strangers = 0'],
    ['serial', 'serial = serial + 1'],
    ['MAC to null', 'mac = null'],
    ['MAC to bytes', "mac = x'00'"],
  ])('refuses sign-in and session of a person after a change of their %s', async (_what, change) => {
    const { token, actor } = await world.join(email);
    await world.addApp(actor);
    tamper(`update people set ${change}`);
    expect([await world.actor(token), (await faults()).length]).toEqual([null, 1]);
    await expect(world.signIn(email)).rejects.toThrow('wrong');
    expect(world.broken[0]).toMatchObject({ table: 'people', accountId: null });
  });

  test('refuses an old password whose row is put back', async () => {
    const { actor, person } = await world.join(email);
    const putBack = keepRow('people', `id = '${person.id}'`);
    const change = { current: password, chosen: 'another long password' };
    await changePassword(world.services, actor, change, origin());
    putBack();
    await expect(world.signIn(email)).rejects.toThrow('wrong');
    expect(await faults()).toEqual(['ROW_OLDER']);
  });

  test('refuses sign-in when a row from before the second step is put back', async () => {
    const { actor, person } = await world.join(email);
    const putBack = keepRow('people', `id = '${person.id}'`);
    await world.addApp(actor);
    putBack();
    await expect(world.signIn(email)).rejects.toThrow('wrong');
  });

  test.each([
    ['a recovery code', 'right'],
    ['the limit of wrong codes', 'wrong'],
  ])('does not restore %s when an earlier row of a person is put back', async (_what, kind) => {
    const { actor, person } = await world.join(email);
    const { recoveryCodes } = await world.addApp(actor);
    const code = kind === 'right' ? (recoveryCodes[0] ?? '') : '000000';
    const putBack = keepRow('people', `id = '${person.id}'`);
    await world.enterCode(await world.beginSignIn(email), code).catch(() => {});
    const awaiting = await world.beginSignIn(email);
    putBack();
    await expect(world.enterCode(awaiting, recoveryCodes[1] ?? '')).rejects.toThrow('took too long');
  });

  test('adds a new person when somebody whose row was forged is invited again', async () => {
    const { person } = await world.join(email, { role: 'analyst' });
    tamper(`update people set name = 'Other'`);
    const again = await world.join(email, { role: 'auditor' });
    expect([again.person.id === person.id, again.actor.role]).toEqual([false, 'auditor']);
  });

  test('does not count a person whose row was forged as a remaining owner', async () => {
    const { actor, person } = await world.join('owner@example.com');
    await world.join(email);
    tamper(`update people set name = 'Other' where email = '${email}'`);
    await expect(changePerson(world.services, actor, place(person.id), { role: 'auditor' })).rejects.toThrow(
      'owner',
    );
  });
});

describe('a row that was removed', () => {
  /** Faults that are found with the rights recorded in the audit trail. */
  async function faultsByTrail(meanwhile = async () => {}): Promise<string[]> {
    const recorded = new RightsInTrail();
    await verifyTrail(
      { audit: createAuditStore(world.database), vault: world.services.vault },
      'start',
      undefined,
      (event) => recorded.note(event),
    );
    await meanwhile();
    const { broken } = await verifyRows(world.database.reader, world.rows, recorded);
    return broken.map(({ table, fault }) => `${table} ${fault}`);
  }

  test('reports the removed row of a person, and of their role', async () => {
    const { person } = await world.join('person@example.com');
    expect(await faultsByTrail()).toEqual([]);
    tamper(`delete from people where id = '${person.id}'`);
    expect(await faultsByTrail()).toEqual(['people ROW_MISSING']);
    tamper(`delete from memberships where person_id = '${person.id}'`);
    expect(await faultsByTrail()).toEqual(['memberships ROW_MISSING']);
  });

  test('reports no fault after an owner removed a person', async () => {
    await world.join('owner@example.com');
    const { person } = await world.join('person@example.com');
    await removePerson(world.services, operator, place(person.id));
    expect(await faultsByTrail()).toEqual([]);
  });

  test('reports no fault if an owner removes a person during the verification', async () => {
    await world.join('owner@example.com');
    const { person } = await world.join('person@example.com');
    const meanwhile = async () => {
      await removePerson(world.services, operator, place(person.id));
    };
    expect(await faultsByTrail(meanwhile)).toEqual([]);
  });
});

describe('the rule that requires a second step', () => {
  async function joinAndRequire(): Promise<string> {
    const { token } = await world.join('person@example.com');
    await requireSecondStep(world.services, operator, world.accounts[0], true);
    return token;
  }

  test.each([
    ['its value is changed', 'update sign_in_rules set requires_second_step = 0', 'ROW_CHANGED'],
    ['its MAC is removed', 'update sign_in_rules set mac = null', 'ROW_UNSEALED'],
    ['its row is removed', 'delete from sign_in_rules', 'ROW_MISSING'],
  ])('still requires a second step when %s', async (_what, change, fault) => {
    const token = await joinAndRequire();
    tamper(change);
    expect(await world.actor(token)).toMatchObject({ mustAddSecondStep: true });
    expect([world.broken[0]?.fault, await faults()]).toEqual([fault, [fault]]);
  });

  test('still requires a second step when an earlier row of the rule is put back', async () => {
    await requireSecondStep(world.services, operator, world.accounts[0], false);
    const putBack = keepRow('sign_in_rules', `account_id = '${world.accounts[0]}'`);
    const token = await joinAndRequire();
    putBack();
    expect(await world.actor(token)).toMatchObject({ mustAddSecondStep: true });
    expect(await faults()).toEqual(['ROW_OLDER']);
  });

  test('lets an operator set the rule for second steps again after its row was removed', async () => {
    const token = await joinAndRequire();
    tamper('delete from sign_in_rules');
    await requireSecondStep(world.services, operator, world.accounts[0], false);
    expect([(await world.actor(token))?.mustAddSecondStep, await faults()]).toEqual([undefined, []]);
  });
});

describe('an invitation', () => {
  test('refuses a used invitation whose use was removed, or whose earlier row is put back', async () => {
    const { token, invitation } = await world.invite('person@example.com');
    const putBack = keepRow('invitations', `id = '${invitation.id}'`);
    await world.accept(token);
    tamper('update invitations set used_at = null');
    await expect(world.accept(token)).rejects.toThrow('not valid');
    putBack();
    await expect(world.accept(token)).rejects.toThrow('not valid');
  });

  test('refuses a withdrawn invitation whose row is put back', async () => {
    const { token, invitation, personId } = await world.invite('person@example.com');
    const putBack = keepRow('invitations', `id = '${invitation.id}'`);
    await removePerson(world.services, operator, place(personId));
    putBack();
    await expect(world.accept(token)).rejects.toThrow('not valid');
    expect(await faults()).toEqual(['ROW_OLDER']);
  });
});

describe('rows of an earlier version', () => {
  const unsealed = () => tamper(`update api_keys set mac = null`);

  test('seals API keys of an earlier version once, and none that loses its MAC afterwards', async () => {
    const rows = createRowSeal(world.services.vault);
    const fresh = await PeopleWorld.open();
    await world.close();
    world = fresh;
    const { key, entry } = await makeKey();
    unsealed();
    expect(await listKeys(keyServices(), operator, world.accounts[0])).toMatchObject([{ id: entry.id }]);
    expect(await sealAll(rows)).toMatchObject({ keys: 1 });
    expect(await serves(key)).toBe(true);
    unsealed();
    expect([(await sealAll(rows)).keys, await serves(key)]).toEqual([0, false]);
  });

  test('seals no keys or people again if the anchor outside the database records that they were sealed', async () => {
    const audit = createAuditStore(world.database);
    const { vault } = world.services;
    const anchor = openIntegrityAnchor(world.folder, vault);
    await anchor.put({ sealedAt: 1, executions: 0 });
    await renewCheckpoint({ audit, vault, clock: world.clock }, 'start');
    await anchorSeals(world.database.reader, audit, anchor);
    expect(anchor.read()).toEqual({ sealedAt: 1, executions: 0, rights: 0, people: 0 });
    const { key } = await makeKey();
    const { person } = await world.join('person@example.com');
    unsealed();
    tamper('update people set mac = null');
    tamper(`drop trigger audit_events_refuse_delete; delete from audit_events where act = 'integrity.seal'`);
    const anchored = createRowSeal(vault, undefined, anchor);
    expect(await sealAll(anchored)).toEqual({ keys: 0, people: 0 });
    expect(await serves(key)).toBe(false);
    expect(await createPeopleStore(world.database, anchored).person(person.id)).toBeNull();
  });

  test('seals a membership of an earlier version only if its earlier MAC is right', async () => {
    const fresh = await PeopleWorld.open();
    await world.close();
    world = fresh;
    const { token, person } = await world.join('person@example.com', { role: 'analyst' });
    const other = await world.join('other@example.com', { role: 'analyst' });
    const text = JSON.stringify([world.accounts[0], person.id, 'analyst', 'live,test', true]);
    const mac = world.services.vault.keyedHash('admin-membership', text);
    // The state before the audit trail had serials.
    tamper(`drop trigger audit_events_refuse_update; update audit_events set execution_seq = null;
      update memberships set serial = 0, mac = '${mac}'`);
    await sealAll();
    expect(await world.actor(token)).toMatchObject({ role: 'analyst' });
    expect(await world.actor(other.token)).toBeNull();
  });
});

describe('people of an earlier version', () => {
  beforeEach(async () => {
    await world.close();
    world = await PeopleWorld.open();
  });

  test('seals people of an earlier version once, and none that loses its MAC afterwards', async () => {
    const { token, actor } = await world.join('person@example.com');
    const { codeAt } = await world.addApp(actor);
    tamper(`drop trigger audit_events_refuse_delete; delete from audit_events where act = 'person.seal';
      update people set mac = null, serial = 0`);
    expect([await world.actor(token), await faults()]).toEqual([expect.anything(), []]);
    expect(await sealAll()).toMatchObject({ people: 1 });
    const awaiting = await world.beginSignIn('person@example.com');
    await world.enterCode(awaiting, codeAt(world.clock.time));
    tamper('update people set mac = null');
    expect([(await sealAll()).people, await world.actor(token)]).toEqual([0, null]);
  });

  test('seals an earlier rule that requires a second step', async () => {
    const { token } = await world.join('person@example.com');
    tamper(`insert into sign_in_rules values ('first-account', 1, 0, null)`);
    await sealAll();
    expect(await faults()).toEqual([]);
    expect(await world.actor(token)).toMatchObject({ mustAddSecondStep: true });
    tamper(`update sign_in_rules set requires_second_step = 0, mac = null`);
    expect([(await sealAll()).people, await faults()]).toEqual([0, ['ROW_UNSEALED']]);
    tamper('delete from sign_in_rules');
    expect(await faults()).toEqual(['ROW_MISSING']);
    expect(await world.actor(token)).toMatchObject({ mustAddSecondStep: true });
  });
});

test('seals every column of the tables that give rights', async () => {
  for (const [table, sealed] of Object.entries(sealedColumns)) {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(
      world.database.reader,
    );
    const open = (openColumns as Record<string, readonly string[]>)[table] ?? [];
    expect(rows.map(({ name }) => name).sort()).toEqual([...sealed, ...open, 'mac'].sort());
  }
});
