import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { admitPeople } from '../../../testing/admit-people.ts';
import { openTestDatabase } from '../../../testing/open-test-database.ts';
import type { PersonActor } from '../../access/actor.ts';
import { exampleWorkflows } from '../../accounts/development-account.ts';
import { insertAccount } from '../../db/accounts/accounts.ts';
import { createWorkflowStore } from '../../db/accounts/workflow-administration.ts';
import { createAuditStore } from '../../db/audit/audit-trail.ts';
import type { OpenDatabase } from '../../db/opening/open-database.ts';
import {
  createWorkflow,
  listAccountWorkflows,
  publishDefinition,
  readDefinition,
  readWorkflow,
  renameWorkflow,
  setActive,
  type WorkflowServices,
} from './administer-workflows.ts';
import { dropDraft, publishDraft, restoreVersion, type SeenDraft, saveDraft } from './drafts.ts';

const now = Date.UTC(2026, 10, 27);
const [accountId, otherAccountId] = ['11111111-1111-4111-8111-111111111111', '2'.repeat(36)];
const [first, second] = exampleWorkflows.map(({ definition }) => definition);
if (!first || !second) throw new Error('There are too few examples.');

let folder: string;
let database: OpenDatabase;
let services: WorkflowServices;
let id: string;
let time: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vo-workflows-'));
  database = await openTestDatabase(folder);
  services = { workflows: createWorkflowStore(database), clock: { now: () => time } };
  for (const account of [accountId, otherAccountId])
    await insertAccount(database.main, { id: account, name: account, createdAt: now });
  await admitPeople(database, developer, another, testDeveloper);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  time = now;
  const wanted = { accountId, name: 'Onboarding', active: false, definition: first };
  id = (await createWorkflow(services, developer, wanted, 'The first one')).id;
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
const another: PersonActor = { ...developer, id: 'another', sessionId: 'another session' };
const analyst: PersonActor = { ...developer, id: 'analyst', role: 'analyst' };
const testDeveloper: PersonActor = {
  ...developer,
  id: 'test-developer',
  modes: ['test'],
  sessionId: 'session of the test developer',
};
const stranger: PersonActor = { ...developer, role: 'owner', accountId: otherAccountId };
const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const seen = (version: number, revision: number): SeenDraft => ({ version, revision });
const text = (definition: unknown) => JSON.stringify(definition);

describe('administration of workflows', () => {
  test('publishes a draft as the next version, with author, time and comment', async () => {
    const revision = await saveDraft(services, developer, id, text(second), seen(1, 0));
    expect(
      (await listAccountWorkflows(services, analyst, accountId)).find((one) => one.id === id),
    ).toMatchObject({ hasDraft: true, version: 1 });
    expect(await publishDraft(services, developer, id, seen(1, revision), 'Ask less')).toMatchObject({
      version: 2,
    });
    const { entry, versions, draft } = await readWorkflow(services, analyst, id);
    expect([entry.version, draft]).toEqual([2, null]);
    expect(versions).toEqual([
      { version: 2, publishedAt: now, author: 'person:developer', comment: 'Ask less' },
      { version: 1, publishedAt: now, author: 'person:developer', comment: 'The first one' },
    ]);
    expect(await readDefinition(services, analyst, id, 2)).toEqual(second);
    expect(await readDefinition(services, analyst, id, 1)).toEqual(first);
  });

  test('keeps an invalid definition as a draft, and refuses to publish it', async () => {
    const content = text({ start: 'nowhere', nodes: {} });
    const revision = await saveDraft(services, developer, id, content, seen(1, 0));
    await expect(publishDraft(services, developer, id, seen(1, revision), null)).rejects.toMatchObject({
      code: 'INVALID_REQUEST_BODY',
      faults: expect.arrayContaining([expect.objectContaining({ pointer: expect.any(String) })]),
    });
    const { entry, draft } = await readWorkflow(services, developer, id);
    expect([entry.version, draft?.content]).toEqual([1, content]);
  });

  test('restores an earlier version into the draft', async () => {
    await publishDefinition(services, developer, id, { definition: second, name: null });
    await restoreVersion(services, developer, id, 1, seen(2, 0));
    const { draft } = await readWorkflow(services, developer, id);
    expect(JSON.parse(draft?.content ?? '')).toEqual(first);
  });

  test.each([
    ['saving', () => saveDraft(services, developer, id, '{}', seen(1, 0))],
    ['publishing', () => publishDraft(services, developer, id, seen(1, 0), null)],
    ['restoring', () => restoreVersion(services, developer, id, 1, seen(1, 0))],
    ['dropping', () => dropDraft(services, developer, id, seen(1, 0))],
    [
      'saving on another version',
      (stored: number) => saveDraft(services, developer, id, '{}', seen(2, stored)),
    ],
  ])('refuses %s a draft that somebody else has changed meanwhile', async (_name, act) => {
    const stored = await saveDraft(services, another, id, text(second), seen(1, 0));
    await expect(act(stored)).rejects.toEqual(refusal('DRAFT_CHANGED'));
    expect((await readWorkflow(services, developer, id)).draft?.content).toBe(text(second));
  });

  test.each([
    ['saving', (shown: SeenDraft) => saveDraft(services, developer, id, '{}', shown)],
    ['publishing', (shown: SeenDraft) => publishDraft(services, developer, id, shown, null)],
    ['restoring', (shown: SeenDraft) => restoreVersion(services, developer, id, 1, shown)],
    ['dropping', (shown: SeenDraft) => dropDraft(services, developer, id, shown)],
  ])('refuses %s a draft that somebody else has discarded and written anew', async (_name, act) => {
    const shown = seen(1, await saveDraft(services, developer, id, text(first), seen(1, 0)));
    time += 1;
    await dropDraft(services, another, id, shown);
    await saveDraft(services, another, id, text(second), seen(1, 0));
    await expect(act(shown)).rejects.toEqual(refusal('DRAFT_CHANGED'));
    const { entry, draft } = await readWorkflow(services, developer, id);
    expect([entry.version, draft?.content]).toEqual([1, text(second)]);
  });

  test('gives each save a greater revision while the clock stands still or was set back', async () => {
    const saved = await saveDraft(services, developer, id, '{}', seen(1, 0));
    const next = await saveDraft(services, developer, id, '[]', seen(1, saved));
    time -= 3_600_000;
    const last = await saveDraft(services, developer, id, '{}', seen(1, next));
    expect([next, last]).toEqual([saved + 1, saved + 2]);
    expect((await readWorkflow(services, developer, id)).draft?.revision).toBe(last);
  });

  test('publishes no version if nothing has changed', async () => {
    const same = structuredClone(first);
    expect(
      await publishDefinition(services, developer, id, { definition: same, name: 'Onboarding' }),
    ).toMatchObject({ version: 1 });
  });

  test('records each act once, and no act that changes nothing', async () => {
    await setActive(services, developer, id, true);
    await setActive(services, developer, id, true);
    await renameWorkflow(services, developer, id, 'Welcome');
    await renameWorkflow(services, developer, id, 'Welcome');
    const revision = await saveDraft(services, developer, id, '{}', seen(1, 0));
    await dropDraft(services, developer, id, seen(1, revision));
    const events = await createAuditStore(database).eventsAfter(accountId, 0, 10_000);
    expect(events.filter(({ subjectId }) => subjectId === id).map(({ act }) => act)).toEqual([
      'workflow.add',
      'workflow.activate',
      'workflow.change',
      'workflow.draft',
      'workflow.draft',
    ]);
  });

  test.each([
    ['an analyst', analyst, 'FORBIDDEN'],
    ['people of another account', stranger, 'WORKFLOW_NOT_FOUND'],
  ] as const)('keeps %s from changing a workflow', async (_who, actor, code) => {
    const acts = [
      () => saveDraft(services, actor, id, '{}', seen(1, 0)),
      () => publishDraft(services, actor, id, seen(1, 0), null),
      () => publishDefinition(services, actor, id, { definition: second, name: null }),
      () => restoreVersion(services, actor, id, 1, seen(1, 0)),
      () => dropDraft(services, actor, id, seen(1, 0)),
      () => setActive(services, actor, id, true),
      () => renameWorkflow(services, actor, id, 'Mine'),
    ];
    for (const act of acts) await expect(act()).rejects.toEqual(refusal(code));
    const { entry, draft } = await readWorkflow(services, developer, id);
    expect([entry, draft]).toEqual([
      expect.objectContaining({ name: 'Onboarding', active: false, version: 1 }),
      null,
    ]);
  });

  test('lets a developer without live mode save a draft, but not publish, activate or rename', async () => {
    const revision = await saveDraft(services, testDeveloper, id, text(second), seen(1, 0));
    const acts = [
      () => publishDraft(services, testDeveloper, id, seen(1, revision), null),
      () => publishDefinition(services, testDeveloper, id, { definition: second, name: null }),
      () => setActive(services, testDeveloper, id, true),
      () => renameWorkflow(services, testDeveloper, id, 'Mine'),
    ];
    for (const act of acts) await expect(act()).rejects.toEqual(refusal('FORBIDDEN'));
    expect((await readWorkflow(services, developer, id)).entry).toMatchObject({ version: 1, active: false });
  });

  test.each([
    ['nests deeply', `{"a":${'{"not":'.repeat(3_000)}1${'}'.repeat(3_000)}}`],
    ['holds many values', JSON.stringify(Array(90_000).fill([]))],
  ])('refuses to publish a draft that %s', async (_what, content) => {
    const revision = await saveDraft(services, developer, id, content, seen(1, 0));
    await expect(publishDraft(services, developer, id, seen(1, revision), null)).rejects.toEqual(
      refusal('INVALID_REQUEST_BODY'),
    );
  });
});
