import { adminPasskeyChallengeSchema, adminPasskeyCreationSchema } from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Joined, origin, PeopleWorld, password } from '../../../../testing/people-world.ts';
import { type Forgery, SoftwarePasskey } from '../../../../testing/software-passkey.ts';
import { removePerson } from '../change-person.ts';
import { resetSecondStep } from '../help-person.ts';
import { showOwnAccount } from '../show-own-account.ts';
import { confirmSession } from '../sign-in/change-session.ts';
import { recentMs } from '../sign-in/recent-sign-in.ts';
import { challengeMs } from './passkey-challenges.ts';
import { addPasskey, beginPasskey, beginPasskeySignIn, removePasskey, signInByPasskey } from './passkeys.ts';

let world: PeopleWorld;
let owner: Joined;
beforeEach(async () => {
  world = await PeopleWorld.open();
  owner = await world.join(email);
});
afterEach(() => world.close());

const email = 'owner@example.com';
const site = { name: 'Test', origin: 'https://verify.example.com' };
const operator = { kind: 'operator', user: 'service' } as const;
const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });

async function add({ actor }: Joined = owner, forgery: Forgery = {}) {
  const passkey = new SoftwarePasskey(site.origin, actor.id);
  const { challenge } = await beginPasskey(world.services, actor, site);
  const call = { name: 'My laptop', response: passkey.register(challenge, forgery) };
  return { passkey, call, recoveryCodes: await addPasskey(world.services, actor, site, call) };
}

async function challengeNow(): Promise<string> {
  // Advances the clock, because two challenges within one millisecond count as the same.
  world.clock.time += 1;
  return (await beginPasskeySignIn(world.services, site)).challenge;
}

async function signIn(passkey: SoftwarePasskey, forgery: Forgery = {}) {
  const response = passkey.answer(await challengeNow(), forgery);
  return signInByPasskey(world.services, site, response, origin());
}

test('sends browsers passkey options that match the contract', async () => {
  adminPasskeyCreationSchema.parse(await beginPasskey(world.services, owner.actor, site));
  adminPasskeyChallengeSchema.parse(await beginPasskeySignIn(world.services, site));
});

describe('passkeys', () => {
  test('signs in with a passkey alone, which counts as both steps', { tags: ['DALL-2'] }, async () => {
    const { passkey, recoveryCodes } = await add();
    expect(recoveryCodes).toHaveLength(10);
    const { token, session } = await signIn(passkey);
    expect(session.stage).toBe('open');
    expect(await world.actor(token)).toMatchObject({ id: owner.person.id, role: 'owner' });
    const [act] = (await world.acts()).filter(({ act }) => act === 'person.sign-in');
    expect(act?.changes).toBe('{"by":"passkey"}');
    const own = await showOwnAccount(world.services, owner.actor);
    expect(own.passkeys).toMatchObject([{ name: 'My laptop', lastUsedAt: world.clock.time }]);
  });

  test('requires a second step besides the password once there is a passkey, and accepts a recovery code', async () => {
    const { recoveryCodes } = await add();
    const token = await world.beginSignIn(email);
    const opened = await world.enterCode(token, recoveryCodes?.[0] ?? '');
    expect(opened.actor.id).toBe(owner.person.id);
  });

  test.each<[string, Forgery]>([
    ['from another origin', { origin: 'https://verify.example.com.evil.example' }],
    ['from plain http', { origin: 'http://verify.example.com' }],
    ['for another site', { site: 'evil.example' }],
    ['without finger, face or PIN', { isVerified: false }],
    ['made for adding a passkey', { type: 'webauthn.create' }],
    ['with an unknown user handle', { userHandle: 'nobody' }],
  ])('refuses a passkey answer %s', async (_what, forgery) => {
    const { passkey } = await add();
    await expect(signIn(passkey, forgery)).rejects.toEqual(refusal('UNAUTHORIZED'));
    await signIn(passkey);
  });

  test('refuses a passkey answer in the name of another person, or by a forged key under a known passkey id', async () => {
    const other = await world.join('other@example.com', { role: 'analyst' });
    const { passkey } = await add(other);
    const { passkey: owners } = await add();
    await expect(signIn(passkey, { userHandle: owner.person.id })).rejects.toEqual(refusal('UNAUTHORIZED'));
    const forged = new SoftwarePasskey(site.origin, owner.person.id);
    Object.assign(forged, { id: owners.id });
    await expect(signIn(forged)).rejects.toEqual(refusal('UNAUTHORIZED'));
  });

  test('refuses a replayed passkey answer, also after a restart', async () => {
    const { passkey } = await add();
    const response = passkey.answer(await challengeNow());
    await signInByPasskey(world.services, site, response, origin());
    world.restart();
    await expect(signInByPasskey(world.services, site, response, origin())).rejects.toEqual(
      refusal('UNAUTHORIZED'),
    );
  });

  test('refuses an answer of a copied passkey, whose counter does not increase', async () => {
    const { passkey } = await add();
    await signIn(passkey, { counter: 5 });
    for (const counter of [4, 5, 0])
      await expect(signIn(passkey, { counter })).rejects.toEqual(refusal('UNAUTHORIZED'));
    await signIn(passkey, { counter: 6 });
  });

  test('refuses an answer to a challenge that is forged, expired, or made for adding a passkey', async () => {
    const { passkey } = await add();
    const old = await challengeNow();
    const { challenge: ofAdding } = await beginPasskey(world.services, owner.actor, site);
    world.clock.time += challengeMs;
    for (const challenge of [old, ofAdding, Buffer.alloc(64, 1).toString('base64url'), ''])
      await expect(
        signInByPasskey(world.services, site, passkey.answer(challenge), origin()),
      ).rejects.toEqual(refusal('UNAUTHORIZED'));
  });

  test("confirms an open session by password and the person's passkey, once per answer", async () => {
    const { passkey } = await add();
    const { passkey: foreign } = await add(await world.join('other@example.com'));
    world.clock.time += recentMs + 1;
    const answer = passkey.answer(await challengeNow());
    const confirm = (response: typeof answer) =>
      confirmSession(world.services, owner.actor, { password, passkey: response }, site, origin());
    const wrong = foreign.answer(await challengeNow());
    await expect(confirm(wrong)).rejects.toEqual(refusal('UNAUTHORIZED'));
    await expect(removePasskey(world.services, owner.actor, passkey.id)).rejects.toEqual(
      refusal('AUTHENTICATION_TOO_OLD'),
    );
    await confirm(answer);
    await expect(confirm(answer)).rejects.toEqual(refusal('UNAUTHORIZED'));
    await removePasskey(world.services, owner.actor, passkey.id);
  });

  test('refuses a removed passkey, and a passkey of a removed person', async () => {
    const { passkey } = await add();
    const { passkey: second } = await add();
    await removePasskey(world.services, owner.actor, passkey.id);
    await expect(removePasskey(world.services, owner.actor, passkey.id)).rejects.toEqual(
      refusal('NOT_FOUND'),
    );
    await expect(signIn(passkey)).rejects.toEqual(refusal('UNAUTHORIZED'));
    await signIn(second);
    await world.join('other@example.com');
    await removePerson(world.services, operator, {
      accountId: world.accounts[0],
      personId: owner.person.id,
    });
    await expect(signIn(second)).rejects.toEqual(refusal('UNAUTHORIZED'));
  });

  test('removes passkeys when the second step is reset', async () => {
    const { passkey } = await add();
    await resetSecondStep(world.services, operator, {
      accountId: world.accounts[0],
      personId: owner.person.id,
    });
    await expect(signIn(passkey)).rejects.toEqual(refusal('UNAUTHORIZED'));
    await world.signIn(email);
  });
});

describe('adding a passkey', () => {
  test.each<[string, Forgery]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another site', { site: 'evil.example' }],
    ['without finger, face or PIN', { isVerified: false }],
  ])('refuses to add a passkey %s', async (_what, forgery) => {
    await expect(add(owner, forgery)).rejects.toEqual(refusal('INVALID_REQUEST_BODY'));
    expect((await showOwnAccount(world.services, owner.actor)).passkeys).toEqual([]);
  });

  test('refuses to add a passkey twice, or by a challenge of another session', async () => {
    const { call } = await add();
    await expect(addPasskey(world.services, owner.actor, site, call)).rejects.toEqual(
      refusal('INVALID_REQUEST_BODY'),
    );
    const other = await world.join('other@example.com');
    const { challenge } = await beginPasskey(world.services, owner.actor, site);
    const passkey = new SoftwarePasskey(site.origin, other.person.id);
    const taken = { name: 'Taken', response: passkey.register(challenge) };
    await expect(addPasskey(world.services, other.actor, site, taken)).rejects.toEqual(
      refusal('INVALID_REQUEST_BODY'),
    );
  });

  test('requires the password again to add a passkey in an old session', async () => {
    world.clock.time += recentMs + 1;
    await expect(add()).rejects.toEqual(refusal('AUTHENTICATION_TOO_OLD'));
  });
});
