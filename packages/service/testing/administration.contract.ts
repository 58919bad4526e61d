import { describe, expect, it } from 'vitest';
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
  publishDraft,
  readWorkflow,
  saveDraft,
} from '../src/administration/workflows/administer-workflows.ts';
import { renewCheckpoint } from '../src/audit/renew-checkpoint.ts';
import { verifyTrail } from '../src/audit/verify-trail.ts';
import { createAuditStore } from '../src/db/audit/audit-trail.ts';
import { openSettings } from '../src/open-settings.ts';
import { Refusal } from '../src/refusal.ts';
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

/** Settings, workflows and keys of the first account, as the Admin Panel changes them. */
function settingsOf({ database, rows, clock, services: { store: people } }: PeopleWorld) {
  const settings = openSettings(database, rows, {
    watchlists: { current: async () => [] },
    networkLists: () => [],
    clock,
  });
  return { ...settings, people };
}

/** Codes of the refusals, and `done` for each call that was carried out. @throws what is no refusal. */
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

/** Acts of one kind in the audit trail. */
async function acts(world: PeopleWorld, wanted: string): Promise<number> {
  return (await world.acts()).filter(({ act }) => act === wanted).length;
}

const addKey = (world: PeopleWorld) =>
  createKey(settingsOf(world), operator, {
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

/** By port, what two callers do at once. */
const races: Readonly<Record<string, Readonly<Record<string, (world: PeopleWorld) => Promise<void>>>>> = {
  keys: {
    'ends a key that is revoked twice once': async (world) => {
      const { entry } = await addKey(world);
      const revoke = () => revokeKey(settingsOf(world), operator, entry.id);
      expect(await outcomes(revoke(), revoke())).toEqual(['done', 'done']);
      expect(await acts(world, 'key.revoke')).toBe(1);
    },
    'replaces a key that two rotate without overlap once': async (world) => {
      const { entry } = await addKey(world);
      const rotate = () => rotateKey(settingsOf(world), operator, entry.id, 0);
      expect(await outcomes(rotate(), rotate())).toEqual(['NOT_FOUND', 'done']);
      expect(await listKeys(settingsOf(world), operator, entry.accountId)).toHaveLength(2);
    },
  },
  workflows: {
    'numbers two versions that are published one after the other': async (world) => {
      const { id } = await addWorkflow(world);
      const publish = (next: WorkflowDefinition) =>
        publishDefinition(settingsOf(world), operator, id, { definition: next, name: null }, null);
      expect(await outcomes(publish(second), publish(third))).toEqual(['done', 'done']);
      const { entry, versions } = await readWorkflow(settingsOf(world), operator, id);
      expect([entry.version, versions.map(({ version }) => version)]).toEqual([3, [3, 2, 1]]);
    },
    'saves one of two drafts, and tells the other author': async (world) => {
      const { id } = await addWorkflow(world);
      const save = (content: string) =>
        saveDraft(settingsOf(world), operator, id, content, { version: 1, revision: 0 });
      expect(await outcomes(save('{"by":1}'), save('{"by":2}'))).toEqual(['DRAFT_CHANGED', 'done']);
    },
    'publishes a draft or saves another one over it, not both': async (world) => {
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
    'saves one of two brands, and tells the other author': async (world) => {
      const [accountId] = world.accounts;
      const change = (name: string) =>
        changeBrand(settingsOf(world), operator, { accountId, name, colours, revision: 0 });
      expect(await outcomes(change('One'), change('Two'))).toEqual(['SETTING_CHANGED', 'done']);
      expect(await settingsOf(world).brands.brand(accountId)).toMatchObject({ revision: 1 });
    },
  },
  retention: {
    'sets one of two retention times, and tells the other': async (world) => {
      const change = (days: number) =>
        changeRetention(settingsOf(world), operator, {
          ...{ accountId: world.accounts[0], mode: 'live', days },
          before: null,
        });
      expect(await outcomes(change(30), change(60))).toEqual(['SETTING_CHANGED', 'done']);
    },
  },
  people: {
    'lets one of two in who come with a link': async (world) => {
      const { token } = await world.invite(owner);
      const both = await outcomes(world.accept(token), world.accept(token, 'another long one'));
      expect(both).toEqual(['TICKET_USED', 'done']);
    },
    'leaves one open invitation where two invite an address': async (world) => {
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
    'takes one of two uses of the code of an app': async (world) => {
      const { codeAt } = await world.addApp((await world.join(owner)).actor);
      const tokens = [await world.beginSignIn(owner), await world.beginSignIn(owner)];
      const enter = (token: string) => world.enterCode(token, codeAt(world.clock.time));
      expect(await outcomes(...tokens.map(enter))).toEqual(['UNAUTHORIZED', 'done']);
    },
    'takes one of two uses of a recovery code': async (world) => {
      const [code = ''] = (await world.addApp((await world.join(owner)).actor)).recoveryCodes;
      const tokens = [await world.beginSignIn(owner), await world.beginSignIn(owner)];
      const enter = (token: string) => world.enterCode(token, code);
      expect(await outcomes(...tokens.map(enter))).toEqual(['UNAUTHORIZED', 'done']);
    },
    'takes one of two answers to a challenge, of a device that counts nothing': async (world) => {
      const { actor } = await world.join(owner);
      const passkey = new SoftwarePasskey(site.origin, actor.id);
      const { challenge: adding } = await beginPasskey(world.services, actor, site);
      const response = passkey.register(adding, { counter: 0 });
      await addPasskey(world.services, actor, site, { name: 'My laptop', response });
      // Two challenges of one millisecond count as one.
      world.clock.time += 1;
      const { challenge } = await beginPasskeySignIn(world.services, site);
      const answer = () =>
        signInByPasskey(world.services, site, passkey.answer(challenge, { counter: 0 }), origin());
      expect(await outcomes(answer(), answer())).toEqual(['UNAUTHORIZED', 'done']);
    },
  },
  'the audit trail': {
    'takes a checkpoint that two begin for sound': async (world) => {
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
 * Contract of the ports of administration: what two callers do at once comes to what one after the other would have done, the audit
 * trail is whole, and every row is as the service wrote it.
 *
 * @param open - opens the database of a folder, whose transactions go on beside each other as the seed says.
 */
export function describeAdministrationRaces(open: (seed: number) => OpenTestDatabase, seeds: number): void {
  describe.each(Object.entries(races))('two callers at once, of %s', (_port, ofPort) => {
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
