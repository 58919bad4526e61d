import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../../testing/actors.ts';
import { type Joined, origin, PeopleWorld, password } from '../../../../testing/people-world.ts';
import { removePerson } from '../change-person.ts';
import { endSessionsOf, resetSecondStep } from '../help-person.ts';
import { showOwnAccount } from '../show-own-account.ts';
import { changePassword } from '../sign-in/change-password.ts';
import { chooseAccount, confirmSession } from '../sign-in/change-session.ts';
import { endOwnSessions } from '../sign-in/end-session.ts';
import { sessionMs } from '../sign-in/open-session.ts';
import { recentMs } from '../sign-in/recent-sign-in.ts';
import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
} from './authenticator-app.ts';
import { requireSecondStep } from './require-second-step.ts';

let world: PeopleWorld;
let owner: Joined;
beforeEach(async () => {
  world = await PeopleWorld.open();
  owner = await world.join(email);
});
afterEach(() => world.close());

const email = 'owner@example.com';
const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const stepMs = 30_000;

function placeOf(personId: string, accountId = world.accounts[0]) {
  return { accountId, personId };
}

describe('sign-in with an authenticator app', () => {
  test('signs in only after the code, in a new session', async () => {
    const { codeAt } = await world.addApp(owner.actor);
    const token = await world.beginSignIn(email);
    expect(await world.actor(token)).toBeNull();
    const opened = await world.enterCode(token, codeAt(world.clock.time));
    expect(opened.token).not.toBe(token);
    expect(opened.actor.id).toBe(owner.person.id);
    expect(await world.actor(token)).toBeNull();
    await expect(world.enterCode(token, codeAt(world.clock.time + stepMs))).rejects.toEqual(
      refusal('SESSION_EXPIRED'),
    );
    const [signIn] = (await world.acts()).filter(({ act }) => act === 'person.sign-in');
    expect(signIn?.changes).toBe('{"by":"totp"}');
  });

  test.each([
    ['accepts the code of the previous step', -1, true],
    ['accepts the code of the next step', 1, true],
    ['refuses the code from two steps earlier', -2, false],
    ['refuses the code from two steps ahead', 2, false],
  ])('%s', async (_title, steps, isTaken) => {
    const { codeAt } = await world.addApp(owner.actor);
    world.clock.time += 10 * stepMs;
    const token = await world.beginSignIn(email);
    const entered = world.enterCode(token, codeAt(world.clock.time + steps * stepMs));
    if (isTaken) await entered;
    else await expect(entered).rejects.toEqual(refusal('UNAUTHORIZED'));
  });

  test('refuses a code that was already used, and earlier codes', async () => {
    const { codeAt } = await world.addApp(owner.actor);
    world.clock.time += 10 * stepMs;
    await world.enterCode(await world.beginSignIn(email), codeAt(world.clock.time));
    for (const time of [world.clock.time, world.clock.time - stepMs])
      await expect(world.enterCode(await world.beginSignIn(email), codeAt(time))).rejects.toEqual(
        refusal('UNAUTHORIZED'),
      );
    await world.enterCode(await world.beginSignIn(email), codeAt(world.clock.time + stepMs));
  });

  test('refuses to sign in with the code that confirmed the app', async () => {
    const { codeAt } = await world.addApp(owner.actor);
    const used = codeAt(world.clock.time - stepMs);
    await expect(world.enterCode(await world.beginSignIn(email), used)).rejects.toEqual(
      refusal('UNAUTHORIZED'),
    );
  });

  test('ends the wait for a code after five minutes', async () => {
    const { codeAt } = await world.addApp(owner.actor);
    const token = await world.beginSignIn(email);
    world.clock.time += sessionMs.code;
    await expect(world.enterCode(token, codeAt(world.clock.time))).rejects.toEqual(
      refusal('SESSION_EXPIRED'),
    );
  });

  test('refuses a code in a session of another person, in an open session, and without a session', async () => {
    const { codeAt } = await world.addApp(owner.actor);
    const other = await world.join('other@example.com');
    for (const token of [other.token, owner.token, 'forged'])
      await expect(world.enterCode(token, codeAt(world.clock.time))).rejects.toEqual(
        refusal('SESSION_EXPIRED'),
      );
  });

  test('refuses the code of a person who was removed, or whose password changed, after the password step', async () => {
    await world.join('other@example.com');
    const { codeAt } = await world.addApp(owner.actor);
    const first = await world.beginSignIn(email);
    const chosen = { current: password, chosen: 'quite another password' };
    await changePassword(world.services, owner.actor, chosen, origin());
    await expect(world.enterCode(first, codeAt(world.clock.time))).rejects.toEqual(
      refusal('SESSION_EXPIRED'),
    );
    await changePassword(world.services, owner.actor, { current: chosen.chosen, chosen: password }, origin());
    const second = await world.beginSignIn(email);
    await removePerson(world.services, operator, placeOf(owner.person.id));
    await expect(world.enterCode(second, codeAt(world.clock.time))).rejects.toEqual(
      refusal('SESSION_EXPIRED'),
    );
  });

  test('limits guesses across restarts and sessions, and still lets the owner in from a known device', async () => {
    const { codeAt } = await world.addApp(owner.actor);
    const wrong = () => (codeAt(world.clock.time) === '000000' ? '000001' : '000000');
    for (let index = 0; index < 10; index += 1) {
      world.restart();
      const token = await world.beginSignIn(email);
      await expect(world.enterCode(token, wrong())).rejects.toEqual(refusal('UNAUTHORIZED'));
    }
    world.restart();
    const token = await world.beginSignIn(email);
    const right = codeAt(world.clock.time);
    await expect(world.enterCode(token, right)).rejects.toEqual(refusal('RATE_LIMITED'));
    await world.enterCode(token, right, origin('203.0.113.9', owner.device));
    expect((await world.acts()).map(({ act }) => act)).toContain('person.sign-in-refused');
  });
});

describe('recovery codes', () => {
  test('accepts each recovery code once, in either case and with or without the hyphen', async () => {
    const { recoveryCodes } = await world.addApp(owner.actor);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    await world.enterCode(await world.beginSignIn(email), first.toUpperCase().replace('-', ' '));
    await expect(world.enterCode(await world.beginSignIn(email), first)).rejects.toEqual(
      refusal('UNAUTHORIZED'),
    );
    await world.enterCode(await world.beginSignIn(email), second);
    expect((await showOwnAccount(world.services, owner.actor)).recoveryCodesLeft).toBe(8);
  });

  test('removes the recovery codes with the authenticator app', async () => {
    await world.addApp(owner.actor);
    await removeAuthenticatorApp(world.services, owner.actor);
    const own = await showOwnAccount(world.services, owner.actor);
    expect([own.hasAuthenticatorApp, own.recoveryCodesLeft]).toEqual([false, 0]);
    await world.signIn(email);
  });

  test('stores no secret or code in plain text in the database or the audit trail', async () => {
    const { secret, setUp } = await beginAuthenticatorApp(world.services, owner.actor, 'Test');
    const { recoveryCodes } = await world.addApp(owner.actor);
    const rows = await world.database.main.selectFrom('people').selectAll().execute();
    const kept =
      JSON.stringify([rows, await world.acts()]) +
      rows.map(({ sealed_credentials }) => Buffer.from(sealed_credentials ?? []).toString('latin1'));
    for (const text of [secret, setUp, ...recoveryCodes]) expect(kept).not.toContain(text);
  });
});

describe('changes of sign-in methods', () => {
  test('requires the password again to change sign-in methods in an old session', async () => {
    world.clock.time += recentMs + 1;
    await expect(world.addApp(owner.actor)).rejects.toEqual(refusal('AUTHENTICATION_TOO_OLD'));
    await expect(removeAuthenticatorApp(world.services, owner.actor)).rejects.toEqual(
      refusal('AUTHENTICATION_TOO_OLD'),
    );
  });

  test('requires the second step besides the password before removing it', async () => {
    const { codeAt, recoveryCodes } = await world.addApp(owner.actor);
    world.clock.time += recentMs + 1;
    const site = { name: 'Test', origin: 'https://verify.example.com' };
    const confirm = (code?: string) =>
      confirmSession(world.services, owner.actor, { password, code }, site, origin());
    const remove = () => removeAuthenticatorApp(world.services, owner.actor);
    await expect(confirm()).rejects.toMatchObject({
      code: 'INVALID_REQUEST_BODY',
      faults: [{ pointer: '/code' }],
    });
    await expect(confirm('00000000')).rejects.toEqual(refusal('UNAUTHORIZED'));
    const chosen = { current: password, chosen: 'quite another password' };
    await changePassword(world.services, owner.actor, chosen, origin());
    await changePassword(world.services, owner.actor, { current: chosen.chosen, chosen: password }, origin());
    await expect(remove()).rejects.toEqual(refusal('AUTHENTICATION_TOO_OLD'));
    await confirm(codeAt(world.clock.time));
    await expect(confirm(codeAt(world.clock.time))).rejects.toEqual(refusal('UNAUTHORIZED'));
    await confirm(recoveryCodes[0]);
    await remove();
    await confirm();
  });

  test('counts wrong codes in an open session against the same limit as in a sign-in', async () => {
    const { codeAt } = await world.addApp(owner.actor);
    const site = { name: 'Test', origin: 'https://verify.example.com' };
    for (let index = 0; index < 10; index += 1) {
      world.restart();
      await expect(
        confirmSession(world.services, owner.actor, { password, code: 'wrong' }, site, origin()),
      ).rejects.toEqual(refusal('UNAUTHORIZED'));
    }
    world.restart();
    const right = { password, code: codeAt(world.clock.time) };
    await expect(confirmSession(world.services, owner.actor, right, site, origin())).rejects.toEqual(
      refusal('RATE_LIMITED'),
    );
  });

  test.each([
    ['a code from ten minutes ago', 10 * 60_000, 0, '/code'],
    ['the right code sixteen minutes after the set-up began', 0, 16 * 60_000, '/setUp'],
  ])('refuses to store an authenticator app confirmed by %s', async (_what, before, later, pointer) => {
    const { secret, setUp } = await beginAuthenticatorApp(world.services, owner.actor, 'Test');
    world.clock.time += later;
    await world.services.store.transact((transaction) =>
      transaction.updateSession(owner.actor.sessionId, { authenticatedAt: world.clock.time }),
    );
    const code = new TOTP({ secret }).generate({ timestamp: world.clock.time - before });
    const confirmed = confirmAuthenticatorApp(world.services, owner.actor, { setUp, code });
    await expect(confirmed).rejects.toMatchObject({ code: 'INVALID_REQUEST_BODY', faults: [{ pointer }] });
    expect((await showOwnAccount(world.services, owner.actor)).hasAuthenticatorApp).toBe(false);
  });

  test('refuses the app set-up of another session', async () => {
    const { setUp } = await beginAuthenticatorApp(world.services, owner.actor, 'Test');
    const { actor } = await world.join('other@example.com');
    await expect(
      confirmAuthenticatorApp(world.services, actor, { setUp, code: '000000' }),
    ).rejects.toMatchObject({ code: 'INVALID_REQUEST_BODY', faults: [{ pointer: '/setUp' }] });
  });

  test('changes a password only with the old one, and keeps the session and the second step', async () => {
    await world.addApp(owner.actor);
    const wrong = { current: 'a wrong password', chosen: 'quite another password' };
    await expect(changePassword(world.services, owner.actor, wrong, origin())).rejects.toEqual(
      refusal('UNAUTHORIZED'),
    );
    const weak = { current: password, chosen: 'short' };
    await expect(changePassword(world.services, owner.actor, weak, origin())).rejects.toEqual(
      refusal('INVALID_REQUEST_BODY'),
    );
    const chosen = { current: password, chosen: 'quite another password' };
    await changePassword(world.services, owner.actor, chosen, origin());
    expect(await world.actor(owner.token)).not.toBeNull();
    expect((await showOwnAccount(world.services, owner.actor)).hasAuthenticatorApp).toBe(true);
    await expect(world.signIn(email)).rejects.toEqual(refusal('UNAUTHORIZED'));
  });

  test("ends the person's other sessions when the password changes, but no session of others", async () => {
    const other = await world.join('other@example.com');
    const second = await world.signIn(email);
    const chosen = { current: password, chosen: 'quite another password' };
    await changePassword(world.services, second.actor, chosen, origin());
    expect(await world.actor(owner.token)).toBeNull();
    expect(await world.actor(second.token)).not.toBeNull();
    expect(await world.actor(other.token)).not.toBeNull();
  });
});

describe('own sessions', () => {
  test('ends one or all other own sessions, but no session of others', async () => {
    const second = await world.signIn(email);
    const third = await world.signIn(email);
    const other = await world.join('other@example.com');
    const shown = await showOwnAccount(world.services, third.actor);
    expect(shown.sessions.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([
      third.session.id,
    ]);
    await endOwnSessions(world.services, third.actor, { id: second.session.id });
    expect(await world.actor(second.token)).toBeNull();
    for (const id of [second.session.id, other.session.id, 'unknown'])
      await expect(endOwnSessions(world.services, third.actor, { id })).rejects.toEqual(refusal('NOT_FOUND'));
    await endOwnSessions(world.services, third.actor, 'others');
    expect(await world.actor(owner.token)).toBeNull();
    expect(await world.actor(third.token)).not.toBeNull();
    expect(await world.actor(other.token)).not.toBeNull();
  });
});

describe('accounts of a session', () => {
  const joinBoth = async () => {
    const { token } = await world.invite(email, { accountId: world.accounts[1] });
    await world.accept(token, password, true);
  };

  test('notes the last sign-in of an account that a session is switched to', async () => {
    await joinBoth();
    world.clock.time += 60_000;
    await chooseAccount(world.services, owner.actor, world.accounts[1]);
    const membership = await world.services.store.membership(world.accounts[1], owner.person.id);
    expect(membership?.lastSignInAt).toBe(world.clock.time);
  });

  test('refuses to switch a session that ended after the request began', async () => {
    await joinBoth();
    await endOwnSessions(world.services, owner.actor, 'all');
    const before = (await world.acts()).length;
    await expect(chooseAccount(world.services, owner.actor, world.accounts[1])).rejects.toEqual(
      refusal('UNAUTHORIZED'),
    );
    expect(await world.acts()).toHaveLength(before);
  });
});

describe('help by an owner', () => {
  test('resets the second step of a member, ends their sessions, and records the act', async () => {
    const member = await world.join('member@example.com', { role: 'analyst' });
    await world.addApp(member.actor);
    await resetSecondStep(world.services, owner.actor, placeOf(member.person.id));
    expect(await world.actor(member.token)).toBeNull();
    await world.signIn('member@example.com');
    const [act] = (await world.acts()).filter(({ act }) => act === 'person.change');
    expect([act?.actorId, act?.subjectId]).toEqual([owner.person.id, member.person.id]);
  });

  test('refuses to reset the second step of a member with a right that the owner lacks', async () => {
    const lacking = await world.join('lacking@example.com', { modes: ['test'] });
    const member = await world.join('member@example.com', { role: 'analyst' });
    await world.addApp(member.actor);
    await expect(
      resetSecondStep(world.services, lacking.actor, placeOf(member.person.id)),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('This person has rights to live mode'),
    });
  });

  test('lets only an operator reset the second step of a person who is a member of two accounts', async () => {
    const member = await world.join('member@example.com', { role: 'analyst' });
    const { token } = await world.invite('member@example.com', { accountId: world.accounts[1] });
    await world.accept(token, password, true);
    await world.addApp(member.actor);
    const place = placeOf(member.person.id);
    await expect(resetSecondStep(world.services, owner.actor, place)).rejects.toEqual(refusal('FORBIDDEN'));
    await resetSecondStep(world.services, operator, place);
    await expect(resetSecondStep(world.services, operator, place)).rejects.toEqual(refusal('NOT_FOUND'));
  });

  test('removes the second step when a member accepts a link for a new password, and records it', async () => {
    const member = await world.join('member@example.com', { role: 'analyst' });
    await world.addApp(member.actor);
    const { token } = await world.invite('member@example.com', { role: 'analyst' }, owner.actor);
    const again = await world.accept(token, 'quite another password');
    expect((await showOwnAccount(world.services, again.actor)).hasAuthenticatorApp).toBe(false);
    const [act] = (await world.acts()).filter(({ act }) => act === 'person.join');
    expect(JSON.parse(act?.changes ?? '')).toMatchObject({
      newPassword: true,
      authenticatorApp: [true, false],
      recoveryCodes: [10, 0],
    });
  });

  test('signs a member out everywhere, also where a session is switched to another account', async () => {
    const here = await world.join('member@example.com', { role: 'analyst' });
    const { token } = await world.invite('member@example.com', { accountId: world.accounts[1] });
    await world.accept(token, password, true);
    const stolen = await world.signIn('member@example.com');
    await chooseAccount(world.services, stolen.actor, world.accounts[1]);
    await endSessionsOf(world.services, owner.actor, placeOf(here.person.id));
    expect([await world.actor(here.token), await world.actor(stolen.token)]).toEqual([null, null]);
    expect(await world.actor(owner.token)).not.toBeNull();
    const acts = (await world.acts()).filter(({ act }) => act === 'person.sign-out');
    // Each account learns only of its own sessions.
    expect(
      acts.map(({ chain, actorId, changes }) => [chain, actorId, JSON.parse(changes ?? '')]).reverse(),
    ).toEqual([
      [world.accounts[0], owner.person.id, { everywhere: true, endedSessions: 1 }],
      [world.accounts[1], owner.person.id, { everywhere: true, endedSessions: 2 }],
    ]);
  });

  test('refuses to help people of another account', async () => {
    const foreign = await world.join('foreign@example.com', { accountId: world.accounts[1] });
    const place = placeOf(foreign.person.id);
    for (const help of [resetSecondStep, endSessionsOf])
      await expect(help(world.services, owner.actor, place)).rejects.toEqual(refusal('NOT_FOUND'));
    expect(await world.actor(foreign.token)).not.toBeNull();
  });
});

describe('second step required by the account', () => {
  test('requires people without a second step to set one up first', async () => {
    await expect(requireSecondStep(world.services, owner.actor, world.accounts[0], true)).rejects.toEqual(
      refusal('SECOND_STEP_REQUIRED'),
    );
    await world.addApp(owner.actor);
    const member = await world.join('member@example.com', { role: 'analyst' });
    const elsewhere = await world.join('foreign@example.com', { accountId: world.accounts[1] });
    await requireSecondStep(world.services, owner.actor, world.accounts[0], true);
    expect(await world.actor(member.token)).toMatchObject({ mustAddSecondStep: true });
    expect(await world.actor(owner.token)).not.toHaveProperty('mustAddSecondStep');
    expect(await world.actor(elsewhere.token)).not.toHaveProperty('mustAddSecondStep');
    await world.addApp(member.actor);
    expect(await world.actor(member.token)).not.toHaveProperty('mustAddSecondStep');
    await requireSecondStep(world.services, owner.actor, world.accounts[0], false);
    await removeAuthenticatorApp(world.services, member.actor);
    expect(await world.actor(member.token)).not.toHaveProperty('mustAddSecondStep');
  });

  test('ends sessions opened without a second step when the first one is set up', async () => {
    const keeper = await world.join('keeper@example.com');
    await world.addApp(keeper.actor);
    await requireSecondStep(world.services, keeper.actor, world.accounts[0], true);
    const thief = await world.signIn(email);
    await world.addApp(owner.actor);
    expect(await world.actor(thief.token)).toBeNull();
    expect(await world.actor(owner.token)).not.toHaveProperty('mustAddSecondStep');
    const [act] = (await world.acts()).filter(({ act }) => act === 'person.change');
    expect(JSON.parse(act?.changes ?? '')).toMatchObject({ endedSessions: 1 });
    // A request that began before its session ended cannot replace the second step.
    await expect(world.addApp(thief.actor)).rejects.toEqual(refusal('UNAUTHORIZED'));
  });

  test('keeps other sessions when a second step is replaced', async () => {
    const { codeAt } = await world.addApp(owner.actor);
    const other = await world.enterCode(await world.beginSignIn(email), codeAt(world.clock.time));
    await world.addApp(owner.actor);
    expect(await world.actor(other.token)).not.toBeNull();
  });
});
