import { describe, expect, it } from 'vitest';
import type { Actor } from '../src/access/actor.ts';
import { exampleWorkflows } from '../src/accounts/development-account.ts';
import { changeBrand } from '../src/administration/branding/administer-brand.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../src/administration/keys/administer-keys.ts';
import { changePerson, removePerson } from '../src/administration/people/change-person.ts';
import { listPeople } from '../src/administration/people/list-people.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  signInByPasskey,
} from '../src/administration/people/second-step/passkeys.ts';
import { changeRetention } from '../src/administration/retention/administer-retention.ts';
import {
  createWorkflow,
  publishDefinition,
  readWorkflow,
} from '../src/administration/workflows/administer-workflows.ts';
import { publishDraft, saveDraft } from '../src/administration/workflows/drafts.ts';
import { renewCheckpoint } from '../src/audit/renew-checkpoint.ts';
import { verifyTrail } from '../src/audit/verify-trail.ts';
import { createAuditStore } from '../src/db/audit/audit-trail.ts';
import { Refusal } from '../src/refusal.ts';
import { openSettings } from '../src/start/open-settings.ts';
import type { WorkflowDefinition } from '../src/workflows/definition.ts';
import { operator } from './actors.ts';
import { type Joined, origin, PeopleWorld } from './people-world.ts';
import { SoftwarePasskey } from './software-passkey.ts';

type OpenTestDatabase = NonNullable<Parameters<typeof PeopleWorld.open>[0]>;

const [definition, second, third] = exampleWorkflows.map((example) => example.definition) as [
  WorkflowDefinition,
  WorkflowDefinition,
  WorkflowDefinition,
];
const colours = {
  light: { accent: null, onAccent: null, text: null },
  dark: { accent: null, onAccent: null, text: null },
};
const owner = 'owner@example.com';
const site = { name: 'Test', origin: 'https://verify.example.com' };

/** Opens the settings, workflows and keys of the first account as the Admin Panel does. */
function settingsOf({ database, rows, clock, services: { store: people } }: PeopleWorld) {
  const settings = openSettings(database, rows, {
    watchlists: { current: async () => [] },
    networkLists: () => [],
    clock,
  });
  return { ...settings, people };
}

/** Returns the codes of refused calls, and `done` for each successful one, sorted. @throws any error that is not a refusal. */
async function outcomes(...calls: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls);
  return results
    .map((result) => {
      if (result.status === 'fulfilled') return 'done';
      if (result.reason instanceof Refusal) return result.reason.code;
      throw result.reason;
    })
    .sort();
}

/** Counts acts of one kind in the audit trail. */
async function acts(world: PeopleWorld, wanted: string): Promise<number> {
  return (await world.acts()).filter(({ act }) => act === wanted).length;
}

const addKey = (world: PeopleWorld, actor: Actor = operator) =>
  createKey(settingsOf(world), actor, {
    accountId: world.accounts[0],
    mode: 'live',
    purpose: 'executions',
    name: null,
    workflowIds: null,
    expiresAt: null,
  });

const addWorkflow = (world: PeopleWorld) =>
  createWorkflow(settingsOf(world), operator, {
    accountId: world.accounts[0],
    name: 'Onboarding',
    active: true,
    definition,
  });

const place = (world: PeopleWorld, { person }: Joined) => ({
  accountId: world.accounts[0],
  personId: person.id,
});

const inFirst = ({ accounts }: PeopleWorld, { person }: Joined) => [accounts[0], person.id] as const;

/** Races of concurrent callers, by port. */
const races: Readonly<Record<string, Readonly<Record<string, (world: PeopleWorld) => Promise<void>>>>> = {
  keys: {
    'records one revocation of a key that is revoked twice': async (world) => {
      const { entry } = await addKey(world);
      const revoke = () => revokeKey(settingsOf(world), operator, entry.id);
      expect(await outcomes(revoke(), revoke())).toEqual(['done', 'done']);
      expect(await acts(world, 'key.revoke')).toBe(1);
    },
    'replaces a key once that is rotated twice without overlap': async (world) => {
      const { entry } = await addKey(world);
      const rotate = () => rotateKey(settingsOf(world), operator, entry.id, 0);
      expect(await outcomes(rotate(), rotate())).toEqual(['NOT_FOUND', 'done']);
      expect(await listKeys(settingsOf(world), operator, entry.accountId)).toHaveLength(2);
    },
  },
  workflows: {
    'gives two concurrently published versions consecutive numbers': async (world) => {
      const { id } = await addWorkflow(world);
      const publish = (next: WorkflowDefinition) =>
        publishDefinition(settingsOf(world), operator, id, { definition: next, name: null }, null);
      expect(await outcomes(publish(second), publish(third))).toEqual(['done', 'done']);
      const { entry, versions } = await readWorkflow(settingsOf(world), operator, id);
      expect([entry.version, versions.map(({ version }) => version)]).toEqual([3, [3, 2, 1]]);
    },
    'saves one of two drafts, and refuses the other': async (world) => {
      const { id } = await addWorkflow(world);
      const save = (content: string) =>
        saveDraft(settingsOf(world), operator, id, content, { version: 1, revision: 0 });
      expect(await outcomes(save('{"by":1}'), save('{"by":2}'))).toEqual(['DRAFT_CHANGED', 'done']);
    },
    'publishes a draft or replaces it with another, not both': async (world) => {
      const { id } = await addWorkflow(world);
      const content = JSON.stringify(definition);
      const revision = await saveDraft(settingsOf(world), operator, id, content, { version: 1, revision: 0 });
      const seen = { version: 1, revision };
      const both = await outcomes(
        publishDraft(settingsOf(world), operator, id, seen, null),
        saveDraft(settingsOf(world), operator, id, '{}', seen),
      );
      expect(both).toEqual(['DRAFT_CHANGED', 'done']);
    },
  },
  brands: {
    'saves one of two brands, and refuses the other': async (world) => {
      const [accountId] = world.accounts;
      const change = (name: string) =>
        changeBrand(settingsOf(world), operator, { accountId, name, colours, revision: 0 });
      expect(await outcomes(change('One'), change('Two'))).toEqual(['SETTING_CHANGED', 'done']);
      expect(await settingsOf(world).brands.brand(accountId)).toMatchObject({ revision: 1 });
    },
  },
  retention: {
    'sets one of two retentions, and refuses the other': async (world) => {
      const change = (days: number) =>
        changeRetention(settingsOf(world), operator, {
          ...{ accountId: world.accounts[0], mode: 'live', days },
          before: null,
        });
      expect(await outcomes(change(30), change(60))).toEqual(['SETTING_CHANGED', 'done']);
    },
  },
  people: {
    'accepts an invitation once that two people redeem': async (world) => {
      const { token } = await world.invite(owner);
      const both = await outcomes(world.accept(token), world.accept(token, 'another long one'));
      expect(both).toEqual(['TICKET_USED', 'done']);
    },
    'leaves one open invitation if an address is invited twice': async (world) => {
      const [accountId] = world.accounts;
      expect(await outcomes(world.invite(owner), world.invite(owner))).toEqual(['done', 'done']);
      expect(await world.services.store.openInvitations(accountId, world.clock.time)).toHaveLength(1);
    },
    'keeps one of two owners who remove each other': async (world) => {
      const [one, two] = [await world.join(owner), await world.join('other@example.com')];
      const both = await outcomes(
        removePerson(world.services, one.actor, place(world, two)),
        removePerson(world.services, two.actor, place(world, one)),
      );
      expect(both).toEqual(['UNAUTHORIZED', 'done']);
      expect(await listPeople(world.services, operator, world.accounts[0])).toHaveLength(1);
    },
    'keeps one of two owners who become analysts': async (world) => {
      const [one, two] = [await world.join(owner), await world.join('other@example.com')];
      const become = (who: Joined) =>
        changePerson(world.services, who.actor, place(world, who), { role: 'analyst' });
      expect(await outcomes(become(one), become(two))).toEqual(['LAST_OWNER', 'done']);
    },
    'keeps an owner from restoring a role that another owner takes away': async (world) => {
      const [one, two] = [await world.join(owner), await world.join('other@example.com')];
      const restore = () => changePerson(world.services, two.actor, place(world, two), { role: 'owner' });
      await outcomes(
        restore(),
        changePerson(world.services, one.actor, place(world, two), { role: 'support' }),
        restore(),
      );
      expect(await world.services.store.membership(...inFirst(world, two))).toMatchObject({
        role: 'support',
      });
    },
    'records no act of an owner after their role was taken away': async (world) => {
      const [one, two] = [await world.join(owner), await world.join('other@example.com')];
      await outcomes(
        addKey(world, two.actor),
        changePerson(world.services, one.actor, place(world, two), { role: 'support' }),
        addKey(world, two.actor),
      );
      const acts = (await world.acts()).filter(({ chain }) => chain === world.accounts[0]);
      const after = acts.slice(
        0,
        acts.findIndex(({ act }) => act === 'person.change'),
      );
      expect(after).toEqual([]);
    },
    'accepts a code of an authenticator app once': async (world) => {
      const { codeAt } = await world.addApp((await world.join(owner)).actor);
      const tokens = [await world.beginSignIn(owner), await world.beginSignIn(owner)];
      const enter = (token: string) => world.enterCode(token, codeAt(world.clock.time));
      expect(await outcomes(...tokens.map(enter))).toEqual(['UNAUTHORIZED', 'done']);
    },
    'accepts a recovery code once': async (world) => {
      const [code = ''] = (await world.addApp((await world.join(owner)).actor)).recoveryCodes;
      const tokens = [await world.beginSignIn(owner), await world.beginSignIn(owner)];
      const enter = (token: string) => world.enterCode(token, code);
      expect(await outcomes(...tokens.map(enter))).toEqual(['UNAUTHORIZED', 'done']);
    },
    'accepts one of two answers to a passkey challenge without a signature counter': async (world) => {
      const { actor } = await world.join(owner);
      const passkey = new SoftwarePasskey(site.origin, actor.id);
      const { challenge: adding } = await beginPasskey(world.services, actor, site);
      const response = passkey.register(adding, { counter: 0 });
      await addPasskey(world.services, actor, site, { name: 'My laptop', response });
      // Without this, both challenges would be of the same millisecond and count as one.
      world.clock.time += 1;
      const { challenge } = await beginPasskeySignIn(world.services, site);
      const answer = () =>
        signInByPasskey(world.services, site, passkey.answer(challenge, { counter: 0 }), origin());
      expect(await outcomes(answer(), answer())).toEqual(['UNAUTHORIZED', 'done']);
    },
  },
  'the audit trail': {
    'finds no break when two callers renew the checkpoint': async (world) => {
      const { vault } = world.services;
      const parts = { audit: createAuditStore(world.database), vault, clock: world.clock };
      await world.invite(owner);
      const states = await Promise.all([renewCheckpoint(parts, 'start'), renewCheckpoint(parts, 'start')]);
      expect(states.flatMap(({ breaks }) => breaks)).toEqual([]);
      expect(await acts(world, 'integrity.seal')).toBeGreaterThan(0);
    },
  },
};

/**
 * Contract of the administration ports: two concurrent callers leave the same result as one after the other, the audit trail is
 * whole, and every row has its valid MAC.
 *
 * @param open - returns a function that opens the database of a folder, with transactions interleaved by the seed.
 */
export function describeAdministrationRaces(open: (seed: number) => OpenTestDatabase, seeds: number): void {
  describe.each(Object.entries(races))('concurrent callers of %s', (_port, ofPort) => {
    it.each(Object.entries(ofPort))('%s', { timeout: 60_000 }, async (_title, run) => {
      for (let seed = 1; seed <= seeds; seed += 1) {
        const world = await PeopleWorld.open(open(seed));
        try {
          await run(world);
          const { vault } = world.services;
          const trail = await verifyTrail({ audit: createAuditStore(world.database), vault }, 'start');
          expect([trail.breaks, world.broken]).toEqual([[], []]);
        } finally {
          await world.close();
        }
      }
    });
  });
}
