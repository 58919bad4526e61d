import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { origin, PeopleWorld, password } from '../../../testing/people-world.ts';
import { insertAccount } from '../../db/accounts/accounts.ts';
import { createAuditStore } from '../../db/audit/audit-trail.ts';
import { changePerson, removePerson } from './change-person.ts';
import { endSessionsOf, resetSecondStep } from './help-person.ts';
import { makeDevelopmentLink } from './invitations/development-link.ts';
import { followLink } from './invitations/follow-link.ts';
import { invitationMs, withdrawInvitation } from './invitations/invite-person.ts';
import { listPeople } from './list-people.ts';
import { requireSecondStep } from './second-step/require-second-step.ts';
import { changePassword } from './sign-in/change-password.ts';
import { endOwnSessions } from './sign-in/end-session.ts';
import { sessionMs } from './sign-in/open-session.ts';
import { recentMs } from './sign-in/recent-sign-in.ts';

let world: PeopleWorld;
beforeEach(async () => {
  world = await PeopleWorld.open();
});
afterEach(() => world.close());

const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const owner = 'owner@example.com';
const analyst = 'analyst@example.com';

describe('invitations', () => {
  test('gives an invited person the rights of the invitation', async () => {
    const joined = await world.join(analyst, { role: 'analyst', modes: ['test'], pictures: false });
    expect(joined.actor).toMatchObject({
      accountId: world.accounts[0],
      role: 'analyst',
      modes: ['test'],
      pictures: false,
    });
    const acts = (await world.acts()).map(({ act, actorKind }) => `${actorKind} ${act}`);
    expect(acts).toEqual([
      'person person.join',
      'person person.sign-in',
      'system invitation.end',
      'operator person.invite',
    ]);
    expect(JSON.stringify(await world.acts())).not.toContain('example.com');
  });

  test('refuses a link that was already used', async () => {
    const { token } = await world.invite(analyst);
    await world.accept(token);
    await expect(world.accept(token, 'another long password')).rejects.toEqual(refusal('TICKET_USED'));
  });

  test('refuses an expired invitation', async () => {
    const { token } = await world.invite(analyst);
    world.clock.time += invitationMs;
    await expect(world.accept(token)).rejects.toEqual(refusal('TICKET_EXPIRED'));
  });

  test('refuses an earlier link after a later one was made', async () => {
    const { token } = await world.invite(analyst);
    await world.invite(analyst);
    await expect(world.accept(token)).rejects.toEqual(refusal('UNAUTHORIZED'));
  });

  test.each([
    ['role', { role: 'owner' }],
    ['account', { account_id: 'second-account' }],
    ['expiry', { expires_at: Date.UTC(2031, 0, 1) }],
  ])('refuses a link whose %s was changed in the database', async (_what, changed) => {
    const { token } = await world.invite(analyst, { role: 'analyst' });
    await world.database.main.updateTable('invitations').set(changed).execute();
    await expect(world.accept(token)).rejects.toEqual(refusal('UNAUTHORIZED'));
  });

  test('ends invitations by an owner who is removed or demoted', async () => {
    const inviter = await world.join(owner);
    const other = await world.join('other@example.com');
    const place = placeOf(inviter.person.id);
    for (const end of [
      () => changePerson(world.services, other.actor, place, { role: 'analyst' }),
      () => removePerson(world.services, other.actor, place),
    ]) {
      await changePerson(world.services, operator, place, { role: 'owner' });
      const { token } = await world.invite(analyst, {}, inviter.actor);
      await end();
      await expect(world.accept(token)).rejects.toEqual(refusal('UNAUTHORIZED'));
    }
  });

  test.each([
    ['live mode', { modes: ['test'] }, { pictures: true, modes: ['test'] }],
    ['pictures', { pictures: false }, { pictures: false, modes: ['live', 'test'] }],
  ] as const)('ends invitations to more than an owner may who loses %s', async (_what, less, rest) => {
    await world.join('other@example.com');
    const inviter = await world.join(owner);
    const beyond = await world.invite(analyst, {}, inviter.actor);
    const within = await world.invite('within@example.com', { role: 'analyst', ...rest }, inviter.actor);
    await changePerson(world.services, operator, placeOf(inviter.person.id), less);
    await expect(world.accept(beyond.token)).rejects.toEqual(refusal('UNAUTHORIZED'));
    expect((await world.accept(within.token)).actor).toMatchObject({ role: 'analyst', ...rest });
  });

  test.each([
    ['gets a new password by a link', false],
    ['is replaced by another person', true],
  ])('ends invitations by an owner who %s', async (_how, isElsewhere) => {
    const [first, second] = world.accounts;
    const helper = await world.join('helper@example.com');
    const inviter = await world.join(owner);
    if (isElsewhere) {
      const { token: elsewhere } = await world.invite(owner, { accountId: second });
      await world.accept(elsewhere, password, true);
    }
    const early = await world.invite(analyst, { role: 'analyst' }, inviter.actor);
    const forHelper = await world.invite('helper@example.com', {}, inviter.actor);
    const { token } = await world.invite(owner, {}, helper.actor);
    const again = await world.accept(token, 'chosen by the helper');
    expect(again.actor).toMatchObject({ accountId: first, role: 'owner' });
    for (const made of [early, forHelper])
      await expect(world.accept(made.token)).rejects.toEqual(refusal('UNAUTHORIZED'));
  });

  test('lets an owner choose a new password by a link of their own, once', async () => {
    const self = await world.join(owner);
    const { token } = await world.invite(owner, {}, self.actor);
    expect((await world.accept(token, 'a new long password')).actor.id).toBe(self.person.id);
    await expect(world.accept(token, 'another long password')).rejects.toEqual(refusal('TICKET_USED'));
  });

  test.each(['short', 'x'.repeat(257), 'aaaabbbbcccc'.replaceAll('c', 'a'), `my ${analyst} word`])(
    'refuses the weak password "%s"',
    async (chosen) => {
      const { token } = await world.invite(analyst);
      await expect(world.accept(token, chosen)).rejects.toEqual(refusal('INVALID_REQUEST_BODY'));
    },
  );

  test.each([true, false])(
    'hides people of another account from an inviting account (same e-mail address: %s)',
    async (isKnown) => {
      const [, second] = world.accounts;
      const inviter = await world.join(owner);
      await world.join(isKnown ? analyst : 'other@example.com', { accountId: second });
      const { token, invitation } = await world.invite(analyst, { role: 'analyst' }, inviter.actor);
      expect(await followLink(world.services, token, origin())).toMatchObject({ member: null });
      const people = await listPeople(world.services, inviter.actor, world.accounts[0]);
      expect(people[0]).toMatchObject({ person: { id: invitation.id, name: '' }, state: 'invited' });
      const joined = await world.accept(token, 'chosen by the owner');
      expect(joined.person.id).toBe(invitation.id);
    },
  );

  test('leaves a person of another account untouched when somebody accepts a link to the same address', async () => {
    const [first, second] = world.accounts;
    const inviter = await world.join(owner);
    const early = await world.invite(analyst, { role: 'analyst' }, inviter.actor);
    const theirs = await world.join(analyst, { accountId: second, role: 'manager' });
    const { token } = await world.invite(analyst, { role: 'analyst' }, inviter.actor);
    await expect(world.accept(early.token, 'chosen by the owner')).rejects.toEqual(refusal('UNAUTHORIZED'));
    const squatter = await world.accept(token, 'chosen by the owner');
    expect(squatter.actor).toMatchObject({ accountId: first, role: 'analyst' });
    expect(squatter.person.id).not.toBe(theirs.person.id);
    expect(await world.actor(theirs.token)).toMatchObject({ accountId: second, role: 'manager' });
    expect((await world.signIn(analyst)).actor).toMatchObject({ accountId: second });
    expect((await world.signIn(analyst, 'chosen by the owner')).actor).toMatchObject({ accountId: first });
  });

  test('lets a person join after another account invited their address and accepted the invitation', async () => {
    const [first, second] = world.accounts;
    const inviter = await world.join(owner);
    const squatted = await world.invite(analyst, {}, inviter.actor);
    await world.accept(squatted.token, 'chosen by the owner');
    const joined = await world.join(analyst, { accountId: second, role: 'manager' });
    expect(joined.actor).toMatchObject({ accountId: second, role: 'manager' });
    expect(await world.services.store.membership(first, joined.person.id)).toBeNull();
  });

  test.each([
    ['their password', true],
    ['their password as a new one', false],
  ])('joins another account as the same person, using %s', async (_what, hasPassword) => {
    const [first, second] = world.accounts;
    const before = await world.join(analyst, { accountId: second });
    const { token } = await world.invite(analyst, { role: 'analyst' });
    const joined = await world.accept(token, password, hasPassword);
    expect(joined.actor).toMatchObject({ id: before.person.id, accountId: first, role: 'analyst' });
    expect(await world.actor(before.token)).toMatchObject({ accountId: second });
  });

  test.each([true, false])(
    'refuses a wrong existing password in the same words, whether the address is known (%s) or not',
    async (isKnown) => {
      if (isKnown) await world.join(analyst, { accountId: world.accounts[1] });
      const { token } = await world.invite(analyst, { role: 'analyst' });
      await expect(world.accept(token, 'a wrong password', true)).rejects.toMatchObject({
        code: 'UNAUTHORIZED',
        message: 'E-mail address or password is wrong.',
      });
    },
  );

  test('gives a member of two accounts a new password only in the account that invites them again', async () => {
    const [first, second] = world.accounts;
    const inviter = await world.join(owner);
    const before = await world.join(analyst, { role: 'manager' });
    const { token: other } = await world.invite(analyst, { accountId: second });
    await world.accept(other, password, true);
    const { token } = await world.invite(analyst, { role: 'manager' }, inviter.actor);
    const again = await world.accept(token, 'chosen by the owner');
    expect(again.actor).toMatchObject({ accountId: first, role: 'manager' });
    expect(await world.actor(before.token)).toBeNull();
    expect((await world.signIn(analyst)).actor).toMatchObject({ id: before.person.id, accountId: second });
    const people = await listPeople(world.services, inviter.actor, first);
    expect(people.map(({ person }) => person.id).sort()).toEqual([again.person.id, inviter.person.id].sort());
  });

  test("replaces a member's password by a new link, and ends their sessions", async () => {
    const inviter = await world.join(owner);
    const before = await world.join(analyst, { role: 'analyst' });
    const { token } = await world.invite(analyst, { role: 'analyst' }, inviter.actor);
    await world.accept(token, 'a new long password');
    expect(await world.actor(before.token)).toBeNull();
    await expect(world.signIn(analyst)).rejects.toEqual(refusal('UNAUTHORIZED'));
    await world.signIn(analyst, 'a new long password');
  });

  test.each(['by a new link', 'by a change'])(
    'refuses, as weak, a password chosen %s that another person with the same address has',
    async (way) => {
      const [, second] = world.accounts;
      const inviter = await world.join(owner);
      await world.join(analyst, { role: 'analyst' });
      const { token: other } = await world.invite(analyst, { accountId: second });
      await world.accept(other, password, true);
      const choose = async (chosen: string) => {
        if (way === 'by a change') {
          const call = { current: 'a password of here', chosen };
          return changePassword(world.services, here.actor, call, origin());
        }
        const { token } = await world.invite(analyst, { role: 'analyst' }, inviter.actor);
        return world.accept(token, chosen);
      };
      const { token } = await world.invite(analyst, { role: 'analyst' }, inviter.actor);
      const here =
        way === 'by a change' ? await world.accept(token, 'a password of here') : { actor: inviter.actor };
      const faults = [{ pointer: '/password', detail: 'is too easy to guess. Choose another one' }];
      await expect(choose(password)).rejects.toMatchObject({ code: 'INVALID_REQUEST_BODY', faults });
      await expect(choose('abcabcabcabcabc')).rejects.toMatchObject({ faults });
      await choose('nobody else has this');
      expect((await world.signIn(analyst)).actor.accountId).toBe(second);
      expect((await world.signIn(analyst, 'nobody else has this')).actor.accountId).toBe(world.accounts[0]);
    },
  );

  test('lets a member of one account choose the same password again by a new link', async () => {
    await world.join(analyst, { role: 'analyst' });
    const { token } = await world.invite(analyst, { role: 'analyst' });
    await world.accept(token);
    await world.signIn(analyst);
  });

  test.each([
    ['fewer', { role: 'auditor' }],
    ['more', { role: 'owner' }],
    ['other', { modes: ['test'] }],
  ] as const)(
    'ends links for a new password when the rights of the member become %s',
    async (_what, change) => {
      const inviter = await world.join(owner);
      const { person } = await world.join(analyst, { role: 'manager' });
      const { token } = await world.invite(analyst, { role: 'manager' }, inviter.actor);
      await changePerson(world.services, inviter.actor, placeOf(person.id), change);
      await expect(world.accept(token, 'a new long password')).rejects.toEqual(refusal('UNAUTHORIZED'));
      await world.signIn(analyst);
      const people = await listPeople(world.services, inviter.actor, world.accounts[0]);
      expect(people[0]).toMatchObject({ ...change, invitedUntil: null });
    },
  );

  test('refuses a link for a new password whose rights differ from those of the member', async () => {
    const { person } = await world.join(analyst, { role: 'manager' });
    const { token } = await world.invite(analyst, { role: 'manager' });
    // As a release did that kept such links.
    await world.services.store.transact(async (transaction) => {
      const [accountId] = world.accounts;
      const before = await transaction.membership(accountId, person.id);
      const subjectSeq = before && (await transaction.putMembership({ ...before, role: 'auditor' }));
      if (subjectSeq === null) throw new Error('The person is no member.');
      const subject = { kind: 'person', id: person.id } as const;
      const at = world.clock.time;
      await transaction.record({
        actor: operator,
        act: 'person.change',
        at,
        accountId,
        subject,
        mode: null,
        subjectSeq,
      });
    });
    expect((await world.signIn(analyst)).actor.role).toBe('auditor');
    await expect(world.accept(token, 'a new long password')).rejects.toEqual(refusal('UNAUTHORIZED'));
  });

  test('keeps links for a new password when a change leaves the rights of the member as they are', async () => {
    const inviter = await world.join(owner);
    const { person } = await world.join(analyst, { role: 'manager' });
    const { token } = await world.invite(analyst, { role: 'manager' }, inviter.actor);
    const same = { role: 'manager', modes: ['test', 'live'] } as const;
    await changePerson(world.services, inviter.actor, placeOf(person.id), same);
    expect((await world.accept(token, 'a new long password')).actor.role).toBe('manager');
  });

  test('keeps the date of joining when a member chooses a new password by a link', async () => {
    const { person } = await world.join(analyst, { role: 'manager' });
    const joinedAt = world.clock.time;
    world.clock.time += 60_000;
    const { token } = await world.invite(analyst, { role: 'manager' });
    await world.accept(token, 'a new long password');
    const membership = await world.services.store.membership(world.accounts[0], person.id);
    expect(membership).toMatchObject({ createdAt: joinedAt, lastSignInAt: world.clock.time });
  });

  test.each([
    ['role', { role: 'manager' }],
    ['modes', { modes: ['test'] }],
    ['pictures', { pictures: false }],
  ] as const)('refuses to invite a member again with other %s', async (member, other) => {
    await world.join(analyst);
    await expect(world.invite(analyst, other)).rejects.toMatchObject({
      code: 'INVALID_REQUEST_BODY',
      faults: [{ pointer: `/${member}` }],
    });
  });

  test('keeps an owner from making a link for a colleague with more rights', async () => {
    const full = await world.join(owner);
    const less = { modes: ['test'], pictures: false } as const;
    const lacking = await world.join('lacking@example.com', less);
    await expect(world.invite(owner, less, lacking.actor)).rejects.toEqual(refusal('INVALID_REQUEST_BODY'));
    expect(await world.actor(full.token)).not.toBeNull();
  });

  test('refuses the old password with a link for a new one', async () => {
    const { token: session } = await world.join(analyst, { role: 'manager' });
    const { token } = await world.invite(analyst, { role: 'manager' });
    await expect(world.accept(token, password, true)).rejects.toMatchObject({
      code: 'INVALID_REQUEST_BODY',
      faults: [{ pointer: '/hasPassword' }],
    });
    expect(await world.actor(session)).not.toBeNull();
    await world.accept(token, 'a new long password');
  });

  test.each(['аdmin@example.com', 'admin@', '\u{212A}elvin@example.com', 'ädmin@example.com'])(
    'refuses to invite "%s"',
    async (email) => {
      await expect(world.invite(email)).rejects.toEqual(refusal('INVALID_REQUEST_BODY'));
    },
  );
});

describe('development link', () => {
  const makeLink = async (isDevelopment: boolean) => {
    const [accountId] = world.accounts;
    const inDevelopment = { ...world.services, isDevelopment: true };
    const link = await makeDevelopmentLink(inDevelopment, accountId, 'http://localhost:4000');
    const token = link.split('#')[1] ?? '';
    return { token, follow: () => followLink({ ...world.services, isDevelopment }, token, origin()) };
  };

  test('signs the developer in as owner by a development link, once', async () => {
    const { token, follow: once } = await makeLink(true);
    await expect(world.accept(token)).rejects.toEqual(refusal('UNAUTHORIZED'));
    const opened = await once();
    expect('token' in opened && (await world.actor(opened.token))).toMatchObject({ role: 'owner' });
    await expect(once()).rejects.toEqual(refusal('TICKET_USED'));
  });

  test('refuses development links in production, and refuses to make one', async () => {
    const { follow: once } = await makeLink(false);
    await expect(once()).rejects.toEqual(refusal('UNAUTHORIZED'));
    expect(() => makeDevelopmentLink(world.services, world.accounts[0], '')).toThrow('development');
  });
});

describe('sign-in', () => {
  test('compares e-mail addresses without case, and refuses look-alike letters', async () => {
    await world.join('Owner@Example.com');
    await world.signIn(' OWNER@EXAMPLE.COM ');
    for (const alike of ['оwner@example.com', 'owner@exаmple.com', 'owner@example.com.'])
      await expect(world.signIn(alike)).rejects.toEqual(refusal('UNAUTHORIZED'));
  });

  test('refuses an unknown person, a wrong password and a person without an account in the same words', async () => {
    await world.join(owner);
    const removed = await world.join(analyst);
    await removePerson(world.services, { kind: 'operator', user: 'service' }, placeOf(removed.person.id));
    const messages = await Promise.all(
      [
        ['nobody@example.com', password],
        [owner, 'a wrong password'],
        [analyst, password],
      ].map(([email = '', typed]) => world.signIn(email, typed).catch(String)),
    );
    expect(new Set(messages).size).toBe(1);
  });

  test.each([0, 1, 4])('computes one hash for an address known to %i accounts', async (accounts) => {
    for (let index = 0; index < accounts; index += 1) {
      const id = `account-${index}`;
      await insertAccount(world.database.main, { id, name: id, createdAt: 0 });
      const { token } = await world.invite(analyst, { accountId: id });
      await world.accept(token, `password number ${index}`);
    }
    const computed = vi.spyOn(crypto, 'scrypt');
    syncBuiltinESMExports();
    await expect(world.signIn(analyst, 'a wrong password')).rejects.toEqual(refusal('UNAUTHORIZED'));
    expect(computed).toHaveBeenCalledTimes(1);
    if (accounts > 0) await world.signIn(analyst, `password number ${accounts - 1}`);
    expect(computed).toHaveBeenCalledTimes(accounts > 0 ? 2 : 1);
    computed.mockRestore();
    syncBuiltinESMExports();
  });

  test('starts each session with a new id and token', async () => {
    const first = await world.join(owner);
    const second = await world.signIn(owner);
    expect(second.token).not.toBe(first.token);
    expect(second.session.id).not.toBe(first.session.id);
  });

  test('limits guesses by unknown callers, and still lets the owner in from a known device or network', async () => {
    const { device } = await world.join(owner);
    world.clock.time += 60 * 24 * 60 * 60_000;
    const guess = (index: number) => world.signIn(owner, 'a wrong guess', origin(`198.51.100.${index}`));
    for (let index = 0; index < 10; index += 1)
      await expect(guess(index)).rejects.toEqual(refusal('UNAUTHORIZED'));
    await expect(guess(11)).rejects.toEqual(refusal('RATE_LIMITED'));
    await expect(world.signIn(owner, password, origin('203.0.113.1'))).rejects.toEqual(
      refusal('RATE_LIMITED'),
    );
    await world.signIn(owner, password, origin('203.0.113.1', device));
    await world.signIn(owner, password, origin('203.0.113.1'));
  });

  test('applies the same limit to guesses at an unknown address', async () => {
    const guess = (index: number) => world.signIn('nobody@example.com', 'a guess', origin(`10.0.0.${index}`));
    for (let index = 0; index < 10; index += 1)
      await expect(guess(index)).rejects.toEqual(refusal('UNAUTHORIZED'));
    await expect(guess(11)).rejects.toEqual(refusal('RATE_LIMITED'));
  });

  test('limits an IP address that guesses at many people', async () => {
    const guess = (index: number) => world.signIn(`person${index}@example.com`, 'a guess');
    for (let index = 0; index < 30; index += 1)
      await expect(guess(index)).rejects.toEqual(refusal('UNAUTHORIZED'));
    await expect(guess(31)).rejects.toEqual(refusal('RATE_LIMITED'));
  });

  test('ignores a device cookie of another person, or from before a new password', async () => {
    const other = await world.join(analyst, { role: 'analyst' });
    const { device } = await world.join(owner);
    world.clock.time += 60 * 24 * 60 * 60_000;
    await world.join(owner);
    world.clock.time += 60 * 24 * 60 * 60_000;
    for (let index = 0; index < 10; index += 1)
      await world.signIn(owner, 'a wrong guess', origin(`198.51.100.${index}`)).catch(() => {});
    for (const cookie of [device, other.device])
      await expect(world.signIn(owner, password, origin('203.0.113.1', cookie))).rejects.toEqual(
        refusal('RATE_LIMITED'),
      );
  });

  test.each(['device', 'network'])(
    'limits guesses at a person from a %s that is known for another one with the same address',
    async (known) => {
      const [first, second] = world.accounts;
      const { token } = await world.invite(analyst, { accountId: first });
      await world.accept(token, 'chosen by the owner');
      world.clock.time += 1;
      await world.join(analyst, { accountId: second });
      world.clock.time += 60 * 24 * 60 * 60_000;
      const squatter = await world.signIn(analyst, 'chosen by the owner');
      const from = known === 'device' ? origin('203.0.113.1', squatter.device) : origin();
      for (let index = 0; index < 10; index += 1) {
        world.clock.time += 30_000;
        await expect(world.signIn(analyst, 'a wrong guess', from)).rejects.toEqual(refusal('UNAUTHORIZED'));
      }
      await expect(world.signIn(analyst, password, from)).rejects.toEqual(refusal('UNAUTHORIZED'));
      // A refusal of a password that somebody else has would say that the guess is right.
      const change = { current: 'chosen by the owner', chosen: password };
      await changePassword(world.services, squatter.actor, change, from);
    },
  );

  test('records many refused sign-ins as one event', async () => {
    await world.join(owner);
    for (let index = 0; index < 5; index += 1) await world.signIn(owner, 'a wrong guess').catch(() => {});
    const refused = (await world.acts()).filter(({ act }) => act === 'person.sign-in-refused');
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ chain: 'service', subjectKind: 'person', address: '192.0.2.1' });
    expect(world.logLines.join()).not.toContain('a wrong guess');
  });
});

describe('sessions', () => {
  test.each([
    ['ends after 30 minutes without activity', sessionMs.idle, false],
    ['stays open for 29 minutes without activity', sessionMs.idle - 60_000, true],
  ])('%s', async (_words, ms, isOpen) => {
    const { token } = await world.join(owner);
    world.clock.time += ms;
    expect((await world.actor(token)) !== null).toBe(isOpen);
  });

  test('ends a session after 12 hours of activity', async () => {
    const { token } = await world.join(owner);
    for (let passed = 0; passed < sessionMs.longest - 1; passed += sessionMs.idle / 2) {
      expect(await world.actor(token)).not.toBeNull();
      world.clock.time += sessionMs.idle / 2;
    }
    expect(await world.actor(token)).toBeNull();
  });

  test('ends a session without activity even while the panel keeps polling', async () => {
    const { token } = await world.join(owner);
    for (let passed = 0; passed < sessionMs.idle; passed += 60_000) {
      await world.actor(token, false);
      world.clock.time += 60_000;
    }
    expect(await world.actor(token)).toBeNull();
  });

  test('refuses the cookie of a session after signing out', async () => {
    const { token, actor } = await world.join(owner);
    await endOwnSessions(world.services, actor, 'this');
    expect(await world.actor(token)).toBeNull();
  });

  test('ends all sessions of a person on signing out everywhere, but no session of others', async () => {
    const other = await world.join(analyst);
    const first = await world.join(owner);
    const second = await world.signIn(owner);
    await endOwnSessions(world.services, second.actor, 'all');
    expect(await Promise.all([first, second, other].map(({ token }) => world.actor(token)))).toEqual([
      null,
      null,
      other.actor,
    ]);
  });

  test.each([
    ['another person', (id: string) => ({ person_id: id })],
    ['another hash', () => ({ hash: 'x'.repeat(43) })],
    ['another stage', () => ({ stage: 'code' })],
  ])('refuses a session whose row was changed to %s', async (_what, changed) => {
    const victim = await world.join(owner);
    const { token, session } = await world.join(analyst, { role: 'analyst' });
    await world.database.main
      .updateTable('admin_sessions')
      .set(changed(victim.person.id))
      .where('id', '=', session.id)
      .execute();
    expect(await world.actor(token)).toBeNull();
  });

  test('ignores a role that was changed in the database', async () => {
    await world.join(owner);
    const { token, person } = await world.join(analyst, { role: 'analyst' });
    await world.database.main
      .updateTable('memberships')
      .set({ role: 'owner' })
      .where('person_id', '=', person.id)
      .execute();
    expect(await world.actor(token)).toBeNull();
    expect(world.broken).toMatchObject([{ table: 'memberships', fault: 'ROW_CHANGED' }]);
  });

  test("refuses credentials that were copied from another person's row", async () => {
    const victim = await world.join(owner);
    const { person } = await world.join(analyst);
    await world.database.main
      .updateTable('people')
      .set({ sealed_credentials: person.credentials })
      .where('id', '=', victim.person.id)
      .execute();
    await expect(world.signIn(owner)).rejects.toThrow();
  });
});

describe('people of an account', () => {
  test('applies changed rights to the next request', async () => {
    const boss = await world.join(owner);
    const { token, person } = await world.join(analyst, { role: 'analyst' });
    await changePerson(world.services, boss.actor, placeOf(person.id), { role: 'auditor', pictures: false });
    expect(await world.actor(token)).toMatchObject({ role: 'auditor', pictures: false });
    const [act] = await world.acts();
    expect(JSON.parse(act?.changes ?? '')).toEqual({
      role: ['analyst', 'auditor'],
      pictures: [true, false],
    });
  });

  test.each([
    ['live mode', { modes: ['test'], pictures: true }, { modes: ['live', 'test'] }],
    ['pictures', { modes: ['live', 'test'], pictures: false }, { pictures: true }],
  ] as const)('keeps an owner from granting %s without having the right', async (right, rights, added) => {
    await world.join(owner);
    const lacking = await world.join('lacking@example.com', rights);
    const member = await world.join(analyst, { role: 'analyst', ...rights });
    const accountId = world.accounts[0];
    const beyond = expect.objectContaining({ code: 'FORBIDDEN', message: expect.stringContaining(right) });
    for (const { person } of [lacking, member])
      await expect(
        changePerson(world.services, lacking.actor, { accountId, personId: person.id }, added),
      ).rejects.toEqual(beyond);
    // By a link to the address of a colleague who has the right, the owner could act as that colleague.
    for (const email of ['new@example.com', owner])
      await expect(world.invite(email, { ...rights, ...added }, lacking.actor)).rejects.toEqual(beyond);
    await world.invite('new@example.com', rights, lacking.actor);
    const ofMember = { accountId, personId: member.person.id };
    await changePerson(world.services, operator, ofMember, added);
    // As an owner, the person could grant the right to anybody.
    await expect(changePerson(world.services, lacking.actor, ofMember, { role: 'owner' })).rejects.toEqual(
      beyond,
    );
    const invited = await world.invite('invited@example.com', { ...rights, ...added });
    const ofInvited = { accountId, personId: invited.personId };
    // After taking rights away, the owner could sign in as the person until somebody gives them back.
    for (const act of [
      () => changePerson(world.services, lacking.actor, ofMember, { role: 'support' }),
      () => changePerson(world.services, lacking.actor, ofMember, rights),
      () => removePerson(world.services, lacking.actor, ofMember),
      () => world.invite('invited@example.com', rights, lacking.actor),
      () => withdrawInvitation(world.services, lacking.actor, ofInvited),
      () => removePerson(world.services, lacking.actor, ofInvited),
    ])
      await expect(act()).rejects.toEqual(beyond);
    expect((await world.accept(invited.token)).actor).toMatchObject(added);
  });

  test('refuses every act of an owner whose rights were taken away after the request began', async () => {
    await world.join(owner);
    const { actor, person } = await world.join('second@example.com');
    const member = placeOf((await world.join(analyst, { role: 'analyst' })).person.id);
    await changePerson(world.services, operator, placeOf(person.id), { role: 'support' });
    const before = (await world.acts()).length;
    const changed = expect.objectContaining({
      code: 'FORBIDDEN',
      message: expect.stringContaining('were changed'),
    });
    for (const act of [
      () => changePerson(world.services, actor, placeOf(person.id), { role: 'owner' }),
      () => removePerson(world.services, actor, member),
      () => world.invite('new@example.com', {}, actor),
      () => withdrawInvitation(world.services, actor, member),
      () => endSessionsOf(world.services, actor, member),
      () => resetSecondStep(world.services, actor, member),
      () => requireSecondStep(world.services, actor, world.accounts[0], true),
      () =>
        createAuditStore(world.database).append({
          ...{ actor, act: 'execution.reveal', at: 0, accountId: world.accounts[0] },
          ...{ subject: { kind: 'execution', id: 'x' }, mode: 'live' },
        }),
    ])
      await expect(act()).rejects.toEqual(changed);
    expect(await world.acts()).toHaveLength(before);
  });

  test.each([
    ['their live mode', { modes: ['test'] }],
    ['their pictures', { pictures: false }],
    ['their role', { role: 'manager' }],
  ] as const)('keeps the only owner with live mode and pictures from losing %s', async (_what, less) => {
    const full = await world.join(owner);
    await world.join('lacking@example.com', { modes: ['test'], pictures: false });
    const place = { accountId: world.accounts[0], personId: full.person.id };
    await expect(changePerson(world.services, full.actor, place, less)).rejects.toEqual(
      refusal('LAST_OWNER'),
    );
    await expect(removePerson(world.services, full.actor, place)).rejects.toEqual(refusal('LAST_OWNER'));
    const second = await world.join('second@example.com');
    await changePerson(world.services, second.actor, place, less);
  });

  test('refuses to remove or demote the last owner of an account', async () => {
    const { actor, person } = await world.join(owner);
    const place = placeOf(person.id);
    await world.join(analyst, { role: 'manager' });
    await world.join('elsewhere@example.com', { accountId: world.accounts[1] });
    const refused = refusal('LAST_OWNER');
    await expect(changePerson(world.services, actor, place, { role: 'manager' })).rejects.toEqual(refused);
    await expect(removePerson(world.services, actor, place)).rejects.toEqual(refused);
  });

  test('refuses to remove people of another account', async () => {
    const { actor } = await world.join(owner);
    const other = await world.join(analyst, { accountId: world.accounts[1] });
    await expect(removePerson(world.services, actor, placeOf(other.person.id))).rejects.toEqual(
      refusal('NOT_FOUND'),
    );
    await expect(
      removePerson(world.services, actor, { accountId: world.accounts[1], personId: other.person.id }),
    ).rejects.toThrow('account');
  });

  test('ends the sessions of a removed person', async () => {
    const { actor } = await world.join(owner);
    const removed = await world.join(analyst);
    await removePerson(world.services, actor, placeOf(removed.person.id));
    expect(await world.actor(removed.token)).toBeNull();
  });

  test('requires the password again before changing people in an old session', async () => {
    const { actor, person } = await world.join(owner);
    world.clock.time += recentMs + 1;
    const refused = refusal('AUTHENTICATION_TOO_OLD');
    await expect(world.invite(analyst, {}, actor)).rejects.toEqual(refused);
    await expect(changePerson(world.services, actor, placeOf(person.id), {})).rejects.toEqual(refused);
    await expect(removePerson(world.services, actor, placeOf(person.id))).rejects.toEqual(refused);
  });
});

function placeOf(personId: string) {
  return { accountId: world.accounts[0], personId };
}
