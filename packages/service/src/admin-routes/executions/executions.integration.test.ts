import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Execution, WebhookEvent } from '@vendor/contract';
import {
  type AdminChanges,
  type AdminExecution,
  type AdminExecutionList,
  type AdminSearchResult,
  adminChangesSchema,
  adminExecutionListSchema,
  adminExecutionSchema,
} from '@vendor/contract/admin';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { Backend, documentWorkflow, jpegOf, Page } from '../../../testing/client.ts';
import { deliverDue } from '../../../testing/deliver-due.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { PersonAtDesk } from '../../../testing/person-at-desk.ts';
import { evaluatedDocument } from '../../../testing/scripted-evaluator.ts';
import { type Role, roles } from '../../access/role.ts';
import { changePerson } from '../../administration/people/change-person.ts';
import type { AuditEvent } from '../../audit/audit-event.ts';
import { verifyTrail } from '../../audit/verify-trail.ts';
import { createAuditStore } from '../../db/audit/audit-trail.ts';
import { createPurgeStore } from '../../db/retention/purge-store.ts';
import { insertEndpoint } from '../../db/webhooks/webhook-endpoints.ts';
import { decideExecution } from '../../executions/outcome/decide-execution.ts';
import { hashesToFind } from '../../executions/reads/search-hashes.ts';
import { purgeExecution } from '../../retention/purge-execution.ts';
import { openPurgeJournal } from '../../retention/purge-journal.ts';
import { createEndpointSecret } from '../../webhooks/endpoints/endpoint-secrets.ts';

const anna = { user_id: 'u-anna', email: 'anna@example.com', user_fullname: 'Anna Maria Eriksson' };

let service: InProcessService;
let accountId: string;
let workflowId: string;
let backend: Backend;
let analyst: PersonAtDesk;

beforeEach(async () => {
  service = await InProcessService.open();
  // Receivers compare the time of a signature with their own clock.
  service.clock.time = Date.now();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(accountId, documentWorkflow);
  analyst = await join('analyst');
});
afterEach(async () => {
  await service.close();
});

const join = (role: Role, rights: Parameters<typeof PersonAtDesk.join>[3] = {}) =>
  PersonAtDesk.join(service, accountId, role, rights);
const strangerOfAnotherAccount = async () =>
  PersonAtDesk.join(service, (await service.addAccount('Another shop')).id, 'owner');

/** Starts an execution that no user has opened yet. */
async function start(inputs: Record<string, unknown> = anna, by = backend, of = workflowId): Promise<string> {
  service.clock.time += 1;
  return (await by.start({ workflowId: of, inputs })).data.executionId;
}

/** Corners of a place in a picture. */
const box = [
  [0.125, 0.25],
  [0.875, 0.25],
  [0.875, 0.75],
  [0.125, 0.75],
] as const;

/** Makes an execution whose document needs a review. */
async function inReview(inputs: Record<string, unknown> = anna, documentNumber = 'L898902C3', by = backend) {
  service.clock.time += 1;
  const { data } = await by.start({ workflowId, inputs });
  const evaluation = evaluatedDocument({ imageQualityCheckResult: 'REVIEW' }, documentNumber);
  if (evaluation.kind === 'evaluated')
    service.evaluator.documents.push({
      ...evaluation,
      findings: [{ member: 'imageQualityCheckResult', code: 'PICTURE_SOFT', outcome: 'REVIEW' }],
      places: [{ side: 'front', document: box, fields: { documentNumber: box } }],
    });
  const page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
  await page.submitPassport(1, jpegOf(`passport of ${data.executionId}`));
  await service.runDueJobs();
  return data.executionId;
}

async function subscribe(events: readonly string[], url = 'https://shop.example/hooks?key=secret') {
  const secret = createEndpointSecret();
  const endpoint = { id: randomUUID(), accountId, url, secret, createdAt: service.clock.time };
  await insertEndpoint(service.database.main, service.services.vault, {
    ...endpoint,
    events: events.map((event): WebhookEvent => `orchestration/workflow_execution_${event}` as WebhookEvent),
  });
  return { ...endpoint, secret };
}

/** Delivers due events. @returns what each receiver was sent, after verifying its signature. */
async function delivered(secret: string) {
  const before = service.outgoing.sent.length;
  await deliverDue(service, service.outgoing);
  return service.outgoing.sent.slice(before).map(({ body, headers }) => {
    const text = Buffer.from(body ?? []).toString();
    return new Webhook(secret).verify(text, headers as Record<string, string>) as {
      event: string;
      data: Execution;
    };
  });
}

async function purge(id: string): Promise<void> {
  const purging = {
    actor: operator,
    purges: createPurgeStore(service.database, service.seal),
    journal: openPurgeJournal(`${service.folder}/journal/purges.log`),
    media: service.services.media,
  };
  expect(await purgeExecution(purging, id, service.clock.time)).toBe('purged');
}

const run = async (id: string, by = analyst) => (await by.get<AdminExecution>(`executions/${id}`)).data;
const list = async (query = '', by = analyst) =>
  (await by.get<AdminExecutionList>(`executions${query}`)).data;
const idsOf = ({ executions }: Pick<AdminExecutionList, 'executions'>) => executions.map(({ id }) => id);
const search = async (by: string, value: string, person = analyst) =>
  (await person.post<AdminSearchResult>('executions/search', { by, value })).data;
const trail = (act?: string): Promise<AuditEvent[]> =>
  createAuditStore(service.database).page({ chain: accountId, act, limit: 100 });
const decide = (id: string, revision: number, by = analyst, more: Record<string, unknown> = {}) =>
  by.post<{ revision: number }>(`executions/${id}/decision`, { status: 'APPROVED', revision, ...more });

describe('list of executions', () => {
  test('lists each execution once, newest first, page by page, with the total', async () => {
    const started: string[] = [];
    for (let n = 0; n < 5; n++) started.unshift(await start());
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const page = await list(`?limit=2${after}`);
      adminExecutionListSchema.parse(page);
      expect(page.total).toEqual({ count: 5, capped: false });
      seen.push(...idsOf(page));
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    expect(seen).toEqual(started);
  });

  test('filters by status, workflow, version, mode, dates, check and code', async () => {
    const pending = await start();
    const review = await inReview();
    const tests = new Backend(service, await service.addApiKey(accountId, null, 'test'));
    const test = await start(anna, tests);
    const noon = new Date(service.clock.time).toISOString();
    const cases: [string, string[]][] = [
      ['?status=REVIEW', [review]],
      ['?status=REVIEW&waiting=true', [review]],
      ['?mode=test', [test]],
      [`?workflow=${workflowId}&version=1&mode=live`, [review, pending]],
      [`?workflow=${workflowId}&version=2`, []],
      ['?check=DOCUMENT_CHECK&status=REVIEW', [review]],
      ['?code=PICTURE_SOFT', [review]],
      ['?code=EXPIRED', []],
      [`?from=${noon}`, [test]],
      [`?to=${noon}`, [review, pending]],
    ];
    for (const [query, ids] of cases) expect(idsOf(await list(query)), query).toEqual(ids);
  });

  test('names the checks of each execution that are in doubt', async () => {
    const review = await inReview();
    const pending = await start();
    const doubtsOf = async () =>
      Object.fromEntries((await list()).executions.map(({ id, doubts }) => [id, doubts]));
    const document = { kind: 'document', checkType: 'DOCUMENT_CHECK' };
    expect(await doubtsOf()).toEqual({ [review]: [document], [pending]: [] });
    await purge(review);
    expect((await doubtsOf())[review]).toEqual([{ ...document, kind: null }]);
  });

  test('names the user of each execution by masked name or user id, until the purge', async () => {
    const named = await inReview({ user_id: 'u-anna', user_fullname: 'Anna Lovelace' });
    const unnamed = await start({ user_id: 'user-4711' });
    const inParts = await start({ user_id: 'u-berta', user_firstname: 'Berta', user_lastname: 'Benzinger' });
    const { cursor } = (await analyst.get<AdminChanges>('changes')).data;
    const usersOf = ({ executions }: Pick<AdminExecutionList, 'executions'>) =>
      Object.fromEntries(executions.map(({ id, user }) => [id, user]));
    const others = { [unnamed]: 'u•••1', [inParts]: 'B••• B•••r' };
    expect(usersOf(await list())).toEqual({ [named]: 'A••• L•••e', ...others });
    expect(usersOf(await search('user-id', 'user-4711'))).toEqual({ [unnamed]: 'u•••1' });
    await purge(named);
    service.runs.feed.note(named);
    expect(usersOf((await analyst.get<AdminChanges>(`changes?after=${cursor}`)).data)).toEqual({
      [named]: null,
    });
    expect(usersOf(await list())).toEqual({ [named]: null, ...others });
  });

  test.each([0, 1, 40, 69])(
    'lists an execution whose key was replaced by %i bytes without its user',
    async (size) => {
      const id = await start();
      const whole = await start();
      await service.database.main
        .updateTable('executions')
        .set({ wrapped_key: Buffer.alloc(size) })
        .where('id', '=', id)
        .execute();
      const { executions } = await list();
      expect(executions.map((row) => [row.id, row.user !== null])).toEqual([
        [whole, true],
        [id, false],
      ]);
    },
  );

  test.each([
    '?status=NONE',
    '?after=x',
    '?limit=0',
    '?from=yesterday',
    '?code=x%27',
    '?mode=live&mode=test',
  ])('refuses the list query %s', async (query) => {
    const { status, problem } = await analyst.get(`executions${query}`);
    expect([status, problem.code]).toEqual([400, 'INVALID_PARAMETER']);
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('sends a compressed list to a browser that accepts %s', async (accepted, encoding, decompress) => {
    await start();
    const reply = await analyst.fetch('executions', { 'accept-encoding': accepted });
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    expect(reply.headers.get('vary')).toBe('accept-encoding');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const { data } = JSON.parse(decompress(await reply.arrayBuffer()).toString());
    expect(data).toEqual(await list());
  });

  test.each(['session', 'person', 'changes'])('leaves the reply of %s uncompressed', async (path) => {
    const reply = await analyst.fetch(path, { 'accept-encoding': 'br' });
    expect([reply.status, reply.headers.get('content-encoding')]).toEqual([200, null]);
  });

  test('lists nothing of other accounts, or of a mode that the person may not see', async () => {
    const live = await start();
    const test = await start(anna, new Backend(service, await service.addApiKey(accountId, null, 'test')));
    const stranger = await strangerOfAnotherAccount();
    expect(await list('', stranger)).toMatchObject({ executions: [], total: { count: 0 } });
    const tester = await join('developer', { modes: ['test'] });
    expect(await list('', tester)).toMatchObject({ total: { count: 1 } });
    expect(idsOf(await list('', tester))).toEqual([test]);
    expect(await list('?mode=live', tester)).toMatchObject({ executions: [], total: null });
    expect(idsOf(await list(''))).toEqual([test, live]);
    // The filter by a workflow of another account finds nothing, and does not reveal its number of executions.
    expect(await list(`?workflow=${workflowId}`, stranger)).toEqual({
      executions: [],
      next: null,
      total: { count: 0, capped: false },
    });
  });
});

describe('panel and a row changed in the database', () => {
  test('marks a changed row in list, search and changes, and refuses to show its data', async () => {
    const id = await inReview();
    const whole = await start();
    const { cursor } = (await analyst.get<AdminChanges>('changes')).data;
    await service.database.main
      .updateTable('executions')
      .set({ status: 'APPROVED', seq: 99, wrapped_key: Buffer.from('x'), sealed_inputs: Buffer.from('x') })
      .where('id', '=', id)
      .execute();
    const marks = ({ executions }: Pick<AdminExecutionList, 'executions'>) =>
      Object.fromEntries(executions.map((one) => [one.id, [one.isBroken, one.user !== null]]));
    expect(marks(await list())).toEqual({ [id]: [true, false], [whole]: [false, true] });
    expect(marks(await search('id', id))).toEqual({ [id]: [true, false] });
    service.runs.feed.note(id);
    const changes = (await analyst.get<AdminChanges>(`changes?after=${cursor}`)).data;
    expect(marks(changes)).toEqual({ [id]: [true, false] });
    expect((await analyst.get(`executions/${id}`)).status).toBe(500);
  });
});

describe('search of executions', () => {
  test('finds executions by exact id, user id, e-mail, phone, document number and name', async () => {
    const id = await inReview({ ...anna, phone_number: '+49 30 901820' });
    await inReview({ user_id: 'u-berta', email: 'berta@example.com', user_fullname: 'Berta Benz' }, 'X1');
    for (const [by, value] of [
      ['id', id.toUpperCase()],
      ['user-id', 'u-anna'],
      ['email', 'ANNA@example.com'],
      ['phone', '+4930901820'],
      ['document-number', 'l898902c3'],
    ] as const)
      expect(idsOf(await search(by, value)), by).toEqual([id]);
    expect(idsOf(await search('email', 'anna@example'))).toEqual([]);
    expect(await search('phone', '030 901820')).toMatchObject({ executions: [], isPossible: false });
    // Lists show the end of an id only.
    expect(await search('id', id.slice(-12))).toMatchObject({ executions: [], isPossible: false });
    const events = await trail('execution.find');
    expect(events.length).toBeGreaterThan(4);
    expect(JSON.stringify(events)).not.toMatch(/anna|l898902c3/i);
  });

  test('finds nothing of other accounts, or outside of what the role may search', async () => {
    const id = await start();
    const stranger = await strangerOfAnotherAccount();
    expect(idsOf(await search('id', id, stranger))).toEqual([]);
    expect(idsOf(await search('user-id', 'u-anna', stranger))).toEqual([]);
    // Developers may only search test executions.
    expect(idsOf(await search('user-id', 'u-anna', await join('developer')))).toEqual([]);
    expect(idsOf(await search('user-id', 'u-anna', await join('support')))).toEqual([id]);
  });
});

describe('details of an execution', () => {
  test('shows evidence, checks with reasons, path, agreement and audit trail, with personal data masked', async () => {
    const id = await inReview({ ...anna, user_dob: '1974-08-12' });
    const shown = await run(id);
    adminExecutionSchema.parse(shown);
    expect(shown).toMatchObject({ status: 'REVIEW', isMasked: true, isReadable: true });
    expect(shown.may).toEqual({
      reveal: null,
      decide: null,
      resend: 'NO_RECEIVER',
      seeMedia: null,
      sendLink: null,
    });
    expect(shown.evidence).toMatchObject([
      {
        nodeId: 'document',
        attempts: [{ attempt: 1, isJudged: true, captures: [{ slot: 'front', kind: 'image' }] }],
      },
    ]);
    const [check] = shown.checks;
    const quality = check?.members.find(({ name }) => name === 'imageQualityCheckResult');
    expect(quality).toMatchObject({
      outcome: 'REVIEW',
      isRequired: true,
      reasons: [{ code: 'PICTURE_SOFT', sentence: expect.stringContaining('sharp'), outcome: 'REVIEW' }],
    });
    expect(check?.attempts).toEqual({ used: 1, allowed: 3 });
    expect(
      shown.agreement.find(({ field }) => field === 'birthDate')?.cells.map(({ source }) => source),
    ).toEqual(['sent', 'document']);
    expect(shown.path.map(({ nodeId, status }) => [nodeId, status])).toEqual([
      ['document', 'REVIEW'],
      ['end', 'REVIEW'],
    ]);
    expect(shown.events.map(({ act }) => act)).toEqual([
      'execution.read',
      'execution.finish',
      'execution.start',
    ]);
    // Random ids may contain any digits.
    expect(JSON.stringify(shown).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')).not.toMatch(
      /anna|eriksson|1974|L898902C3/i,
    );
  });

  test('reveals personal data for a stated reason to people with the right, and records it', async () => {
    const id = await inReview();
    const reply = await analyst.post<AdminExecution>(`executions/${id}/reveal`, {
      reason: 'Customer called',
    });
    expect(reply.data.isMasked).toBe(false);
    expect(JSON.stringify(reply.data.checks)).toContain('ANNA MARIA ERIKSSON');
    const [event] = await trail('execution.reveal');
    expect([event?.actorId, event?.changes]).toEqual([
      analyst.id,
      expect.stringMatching(/^\{"sealedReason":"[\w-]+"\}$/),
    ]);
    const reasonFor = async (person: PersonAtDesk) =>
      (await run(id, person)).events.find(({ act }) => act === 'execution.reveal')?.changes;
    expect(await reasonFor(analyst)).toEqual({ reason: 'Customer called' });
    expect(await reasonFor(await join('auditor'))).toEqual({});
    for (const reason of [undefined, '', '  x ']) {
      const { status } = await analyst.post(`executions/${id}/reveal`, { reason });
      expect(status).toBe(400);
    }
    for (const role of ['developer', 'support', 'auditor'] as const) {
      const person = await join(role);
      const { status, problem } = await person.post(`executions/${id}/reveal`, { reason: 'I want to' });
      expect([role, status, problem.code]).toEqual([role, 403, 'FORBIDDEN']);
      expect((await run(id, person)).may).toMatchObject({ reveal: 'ROLE', decide: 'ROLE', seeMedia: 'ROLE' });
    }
    await purge(id);
    expect(await reasonFor(analyst)).toEqual({});
    const audit = createAuditStore(service.database);
    expect((await verifyTrail({ audit, vault: service.services.vault }, 'start')).breaks).toEqual([]);
  });

  test('shows other executions with the same user or document, within the account', async () => {
    const first = await inReview();
    const second = await inReview({ ...anna, user_id: 'u-another' });
    const third = await start(anna);
    const elsewhere = Object.fromEntries(
      (await run(first)).elsewhere.map(({ by, executions }) => [by, idsOf({ executions })]),
    );
    expect(elsewhere).toEqual({ user: [third], document: [second] });
    // Developers may not find live runs by a value. A test run that they start with the value must not tell, either.
    const tests = new Backend(service, await service.addApiKey(accountId, null, 'test'));
    const test = await start(anna, tests);
    const developer = await join('developer');
    for (const id of [first, test]) expect((await run(id, developer)).elsewhere).toEqual([]);
    const { directory } = service.runs;
    const sameUser = hashesToFind(service.services.vault, accountId, 'user-id', anna.user_id) ?? [];
    expect(await directory.hashed(accountId, sameUser, null, 1, 'test')).toMatchObject({
      entries: [{ id: test }],
      next: null,
    });
    const other = await service.addAccount('Another shop');
    const theirs = await service.addWorkflow(other.id, documentWorkflow);
    const own = await start(anna, new Backend(service, other.apiKey), theirs);
    expect(
      idsOf({ executions: (await run(first)).elsewhere.flatMap(({ executions }) => executions) }),
    ).not.toContain(own);
  });

  test('shows the facts behind each branch, and what would have led the other way', async () => {
    const definition = {
      start: 'document',
      nodes: {
        document: { ...documentWorkflow.nodes.document, next: 'adult' },
        adult: {
          kind: 'condition',
          if: {
            all: [
              { fact: 'checks.document.documentCheckExtractedData.age', is: 'at-least', value: 60 },
              { fact: 'inputs.user_fullname', is: 'present' },
            ],
          },
          next: 'end',
          else: 'young',
        },
        young: { kind: 'end', status: 'REVIEW' },
        end: { kind: 'end' },
      },
    };
    workflowId = await service.addWorkflow(accountId, definition);
    const id = await inReview();
    const masked = (await run(id)).path.find(({ nodeId }) => nodeId === 'adult');
    expect(masked).toMatchObject({
      taken: 'else',
      sentence: 'The condition did not hold: continued at "young".',
      comparisons: [
        { is: 'at-least', value: '60', actual: { text: '•••', isMasked: true }, truth: 'hidden' },
        { is: 'present', value: null, actual: { isMasked: true }, truth: 'hidden' },
      ],
    });
    expect(masked?.otherwise).toBeNull();
    expect(JSON.stringify(masked?.comparisons)).not.toMatch(/– (yes|no)\./);
    const { data } = await analyst.post<AdminExecution>(`executions/${id}/reveal`, { reason: 'To explain' });
    expect(data.path[1]?.comparisons[0]).toMatchObject({
      actual: { text: '55', isMasked: false },
      truth: 'false',
    });
    expect(data.path[1]?.otherwise).toContain('Document check: age is at least 60');
  });

  test('shows all findings of fraud checks, AML lists and national numbers', {
    tags: ['DRUN-42'],
  }, async () => {
    const definition = {
      start: 'email',
      nodes: {
        email: { kind: 'email', next: 'aml' },
        aml: { kind: 'aml', next: 'curp' },
        curp: { kind: 'national-id', number: 'CURP', next: 'end' },
        end: { kind: 'end' },
      },
    };
    service.watchlists.push({ id: 'ofac', importedAt: 1, names: 2, file: 'list' } as never);
    service.evaluator.emails.push({
      outcome: 'REVIEW',
      findings: [
        { code: 'EMAIL_SYNTAX_VALID', outcome: 'PASS' },
        { code: 'EMAIL_DOMAIN_DISPOSABLE', outcome: 'REVIEW' },
      ],
    });
    service.evaluator.screenings.push([
      {
        list: 'ofac',
        entry: 'Q7747',
        name: 'ERIKSSON Anna',
        score: 0.97,
        agreed: ['SIMILAR_NAME', 'BIRTH_DATE'],
        birthDates: ['1956-04-27', '1957'],
        countries: ['MX'],
      },
    ]);
    const unseen = await service.addWorkflow(accountId, definition);
    const inputs = { ...anna, curp: 'HEGG560427MVZRRL04', user_dob: '1956-04-27' };
    const id = await start(inputs, backend, unseen);
    await service.runDueJobs();
    const { data } = await analyst.post<AdminExecution>(`executions/${id}/reveal`, {
      reason: 'Look at the hit',
    });
    const [email, aml, curp] = data.checks;
    expect(email?.reasons).toEqual([
      { code: 'EMAIL_DOMAIN_DISPOSABLE', sentence: expect.any(String), outcome: 'REVIEW' },
      { code: 'EMAIL_SYNTAX_VALID', sentence: expect.any(String), outcome: 'PASS' },
    ]);
    expect(aml?.screening).toMatchObject({
      lists: [{ id: 'ofac', names: 2 }],
      hits: [
        {
          ...{ entry: 'Q7747', name: { text: 'ERIKSSON Anna' }, score: 0.97 },
          agreed: ['SIMILAR_NAME', 'BIRTH_DATE'],
          birthDates: [{ text: expect.stringContaining('1956') }, { text: expect.stringContaining('1957') }],
          countries: ['Mexico'],
        },
      ],
    });
    expect(aml?.members).toMatchObject([
      { name: 'screening', outcome: 'REVIEW', threshold: 'entries with a score of 0.88 or more' },
      { name: 'lists', outcome: 'PASS' },
    ]);
    expect(curp?.members.map(({ name }) => name)).toEqual(['number', 'register']);
    // Names, birth dates and ids of list entries are masked as well, and no filter finds them.
    expect(JSON.stringify(await run(id))).not.toMatch(/ERIKSSON|195[67]|Q7747/);
    expect(idsOf(await list('?code=AML_HIT'))).toEqual([id]);
    expect(idsOf(await list('?code=Q7747'))).toEqual([]);
  });

  test('says that the personal data of a purged execution is gone, and shows none', async () => {
    const id = await inReview();
    await decide(id, (await run(id)).revision, analyst, { comment: 'About Anna' });
    const { captures } = (await run(id)).evidence[0]!.attempts[0]!;
    await purge(id);
    const shown = await run(id);
    adminExecutionSchema.parse(shown);
    expect(shown).toMatchObject({
      status: 'APPROVED',
      inputs: [],
      evidence: [],
      agreement: [],
      path: [],
      elsewhere: [],
      decisions: [{ status: 'APPROVED', comment: null }],
      may: { reveal: 'PURGED', decide: 'PURGED', seeMedia: 'PURGED', sendLink: 'PURGED' },
    });
    expect(shown.purgedAt).not.toBeNull();
    expect((await analyst.fetch(captures[0]!.url!)).status).toBe(404);
    const reveal = await analyst.post(`executions/${id}/reveal`, { reason: 'Too late' });
    expect([reveal.status, reveal.problem.code]).toEqual([400, 'EXECUTION_PURGED']);
    const link = await analyst.post(`executions/${id}/link`, {});
    expect([link.status, link.problem.code]).toEqual([400, 'EXECUTION_PURGED']);
  });

  test('shows an execution whose findings cannot be decrypted, without them', async () => {
    const id = await inReview();
    await service.database.main
      .updateTable('checks')
      .set({ sealed: Buffer.from('not what was sealed') })
      .where('execution_id', '=', id)
      .execute();
    await service.reseal(id);
    const shown = await run(id);
    expect(shown).toMatchObject({ status: 'REVIEW', isReadable: false, inputs: [] });
    expect(service.logLines.join()).toContain('cannot be decrypted');
  });
});

describe('pictures of an execution', () => {
  test('shows positions of findings to people who may see pictures, but not in the backend API', async () => {
    const id = await inReview();
    const places = async (actor: PersonAtDesk) =>
      (await run(id, actor)).evidence[0]!.attempts[0]!.captures.map((capture) => capture.places);
    expect(await places(analyst)).toEqual([
      [
        { what: 'document', corners: box },
        { what: 'documentNumber', corners: box },
      ],
    ]);
    expect(await places(await join('auditor'))).toEqual([[]]);
    expect(JSON.stringify((await backend.read(id)).data)).not.toMatch(/places|0\.125/);
    await decide(id, (await run(id)).revision, analyst);
    await purge(id);
    expect(JSON.stringify(await run(id))).not.toContain('0.125');
  });

  test('serves pictures to a session, in ranges on request, uncached, and records each view', async () => {
    const id = await inReview();
    const { id: captureId, url } = (await run(id)).evidence[0]!.attempts[0]!.captures[0]!;
    const whole = await analyst.fetch(url!);
    expect([whole.status, whole.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(whole.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const bytes = new Uint8Array(await whole.arrayBuffer());
    expect(bytes).toEqual(jpegOf(`passport of ${id}`));
    const part = await analyst.fetch(url!, { range: 'bytes=2-5' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes.length}`]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(2, 6));
    const reads = await trail('media.read');
    expect(reads.map(({ actorKind, actorId }) => `${actorKind} ${actorId}`)).toEqual(
      Array(2).fill(`person ${analyst.id}`),
    );
    expect(reads[0]?.changes).toContain(captureId);
  });

  test('refuses pictures to people without the right, and answers 404 for other executions and accounts', async () => {
    const id = await inReview();
    const other = await inReview();
    const { url } = (await run(id)).evidence[0]!.attempts[0]!.captures[0]!;
    const blind = await join('analyst', { pictures: false });
    expect((await blind.fetch(url!)).status).toBe(403);
    expect((await run(id, blind)).evidence[0]!.attempts[0]!.captures[0]!.url).toBeNull();
    const stranger = await strangerOfAnotherAccount();
    expect((await stranger.fetch(url!)).status).toBe(404);
    expect((await analyst.fetch(url!.replace(id, other))).status).toBe(404);
    expect((await analyst.fetch(url!.replace(/[^/]+$/, randomUUID()))).status).toBe(404);
  });
});

describe('decision in the panel', () => {
  test('stores a decision with author, time and comment, and sends one signed event', {
    tags: ['S3.1-14'],
  }, async () => {
    const { secret } = await subscribe(['updated']);
    const id = await inReview();
    const { revision } = await run(id);
    const reply = await decide(id, revision, analyst, { comment: 'Called the customer' });
    expect([reply.status, reply.data.revision]).toEqual([200, revision + 1]);
    expect(await delivered(secret)).toMatchObject([
      { event: 'orchestration/workflow_execution_updated', data: { id, status: 'APPROVED' } },
    ]);
    expect(await delivered(secret)).toEqual([]);
    const shown = await run(id);
    expect(shown.revision).toBe(revision + 1);
    expect(shown.decisions).toMatchObject([
      {
        status: 'APPROVED',
        by: { kind: 'person', id: analyst.id, name: 'A Person' },
        decidedAt: new Date(service.clock.time).toISOString(),
        comment: 'Called the customer',
      },
    ]);
    expect((await run(id, await join('support'))).decisions).toMatchObject([
      { hasComment: true, comment: null },
    ]);
    expect((await trail('execution.decide')).map(({ actorKind }) => actorKind)).toEqual(['person']);
  });

  test('shows decisions by API keys beside those by people', async () => {
    const id = await inReview();
    await backend.decide(id, { status: 'DECLINED', comment: 'By the backend' });
    expect((await run(id)).decisions).toMatchObject([{ by: { kind: 'key' }, comment: 'By the backend' }]);
  });

  test('accepts a decision for the current status, and only APPROVED or DECLINED', {
    tags: ['DRUN-46'],
  }, async () => {
    const { secret } = await subscribe(['updated']);
    const id = await inReview();
    let { revision } = await run(id);
    for (const status of ['DECLINED', 'DECLINED'] as const)
      revision = (await decide(id, revision, analyst, { status })).data.revision;
    expect((await delivered(secret)).map(({ data }) => data.status)).toEqual(['DECLINED', 'DECLINED']);
    for (const status of ['REVIEW', 'PENDING', 'EXPIRED', 'ERROR'])
      expect((await decide(id, revision, analyst, { status })).status, status).toBe(400);
    expect((await run(id)).decisions.length).toBe(2);
  });

  test('refuses the second of two concurrent decisions, and shows the first', async () => {
    const { secret } = await subscribe(['updated']);
    const id = await inReview();
    const { revision } = await run(id);
    const second = await join('manager');
    const replies = await Promise.all([
      decide(id, revision, analyst),
      decide(id, revision, second, { status: 'DECLINED' }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = replies[0].status === 200 ? 'APPROVED' : 'DECLINED';
    const lost = replies.find(({ status }) => status === 409)!.problem as unknown as Record<string, unknown>;
    expect(lost).toMatchObject({
      code: 'EXECUTION_CHANGED',
      status: 409,
      changed: { revision: revision + 1, status: won, decisions: [{ status: won, by: { kind: 'person' } }] },
    });
    expect((await delivered(secret)).map(({ data }) => data.status)).toEqual([won]);
    expect((await trail('execution.decide')).length).toBe(1);
  });

  test('refuses to decide a pending, failed or purged execution, and sends nothing', async () => {
    const { secret } = await subscribe(['updated']);
    const pending = await start();
    const failed = await inReview();
    await service.database.main
      .updateTable('executions')
      .set({ status: 'ERROR' })
      .where('id', '=', failed)
      .execute();
    await service.reseal(failed);
    const purged = await inReview();
    await purge(purged);
    for (const [id, code] of [
      [pending, 'EXECUTION_IN_PROGRESS'],
      [failed, 'EXECUTION_IN_PROGRESS'],
      [purged, 'EXECUTION_PURGED'],
    ] as const) {
      const { status, problem } = await decide(id, (await run(id)).revision);
      expect([status, problem.code]).toEqual([400, code]);
    }
    expect(await delivered(secret)).toEqual([]);
  });
});

describe('resending an execution', () => {
  test('resends an execution once as sync, only to endpoints that subscribe to it', {
    tags: ['S6.1-4'],
  }, async () => {
    const { secret } = await subscribe(['sync']);
    await subscribe(['finished', 'updated'], 'https://other.example/hooks');
    const id = await inReview();
    await deliverDue(service, service.outgoing);
    const { status, data } = await analyst.post<{ sentTo: string[] }>(`executions/${id}/resend`);
    expect(status).toBe(200);
    expect(data.sentTo).toEqual(['https://shop.example/…']);
    expect(await delivered(secret)).toMatchObject([
      { event: 'orchestration/workflow_execution_sync', data: { id, status: 'REVIEW' } },
    ]);
    expect(await delivered(secret)).toEqual([]);
    expect((await run(id)).deliveries.map(({ event }) => event)).toContain(
      'orchestration/workflow_execution_sync',
    );
  });

  test.each([
    ['manager', 'https://shop.example/hooks?…'],
    ['support', 'https://shop.example/…'],
  ] as const)('shows a %s the address of an endpoint as %s', async (role, address) => {
    await subscribe(['sync']);
    const id = await inReview();
    expect((await analyst.post(`executions/${id}/resend`)).status).toBe(200);
    const { deliveries } = await run(id, await join(role));
    expect(deliveries.map(({ url }) => url)).toEqual([address]);
  });

  test('refuses to resend an unfinished execution, one without a receiver, or for a role without the right', async () => {
    const id = await inReview();
    const problemOf = async (of: string, by = analyst) =>
      (await by.post(`executions/${of}/resend`)).problem.code;
    expect(await problemOf(id)).toBe('NO_ENDPOINT_SUBSCRIBES');
    await subscribe(['sync']);
    expect(await problemOf(await start())).toBe('EXECUTION_IN_PROGRESS');
    expect(await problemOf(id, await join('support'))).toBe('FORBIDDEN');
    expect(await deliverDue(service, service.outgoing)).toBe(0);
  });
});

describe('changes of executions', () => {
  const changes = async (after?: string, by = analyst, wait = 25) =>
    (await by.get<AdminChanges>(`changes?wait=${wait}${after === undefined ? '' : `&after=${after}`}`)).data;

  test('answers a waiting page when the API decides', async () => {
    const id = await inReview();
    const { cursor } = await changes();
    const waiting = changes(cursor);
    await backend.decide(id, { status: 'DECLINED' });
    const reported = await waiting;
    adminChangesSchema.parse(reported);
    expect(reported.executions).toMatchObject([{ id, status: 'DECLINED' }]);
    expect(reported.isReset).toBe(false);
    expect(await changes(reported.cursor, analyst, 0)).toEqual({ ...reported, executions: [] });
  });

  test('reports starts, purges and acts of other processes, once each', async () => {
    const id = await inReview();
    const { cursor } = await changes();
    const started = await start();
    await purge(id);
    // Acts like a command in another process, without notifying this one.
    const apart = { ...service.services, watch: { notify: () => {} } };
    const third = await inReview(anna, 'X1');
    await decideExecution(apart, operator, third, { status: 'DECLINED' }, null);
    await service.runs.feed.readAudit();
    const reported = await changes(cursor, analyst, 0);
    expect(new Set(idsOf(reported))).toEqual(new Set([started, id, third]));
    expect(reported.executions.find((one) => one.id === third)?.status).toBe('DECLINED');
    await service.runs.feed.readAudit();
    expect((await changes(reported.cursor, analyst, 0)).executions).toEqual([]);
  });

  test('reports no change to other accounts, or to people who may not see the mode', async () => {
    const tester = await join('developer', { modes: ['test'] });
    const stranger = await strangerOfAnotherAccount();
    const [own, theirs, tests] = [
      await changes(),
      await changes(undefined, stranger),
      await changes(undefined, tester),
    ];
    const id = await inReview();
    await service.runs.feed.readAudit();
    expect(idsOf(await changes(own.cursor, analyst, 0))).toEqual([id]);
    expect((await changes(theirs.cursor, stranger, 0)).executions).toEqual([]);
    expect((await changes(tests.cursor, tester, 0)).executions).toEqual([]);
  });

  test('resets the cursor after a restart, and an unknown cursor', async () => {
    const { cursor } = await changes();
    const ofAnotherProcess = cursor.replace(/^.{12}/, '0'.repeat(12));
    for (const unknown of [ofAnotherProcess, 'x', `${cursor}9`])
      expect(await changes(unknown)).toMatchObject({ isReset: true, executions: [] });
  });

  test('reports no change to a person who signed out while waiting', async () => {
    const { cursor } = await changes();
    const waiting = analyst.get(`changes?after=${cursor}`);
    await expect.poll(() => service.runs.feed.waiting).toBe(1);
    expect((await analyst.delete('session')).status).toBe(200);
    await start();
    await service.runs.feed.readAudit();
    expect((await waiting).status).toBe(401);
  });

  test('reports no change to a person who lost a mode while waiting', async () => {
    const { cursor } = await changes();
    const waiting = analyst.get(`changes?after=${cursor}`);
    await expect.poll(() => service.runs.feed.waiting).toBe(1);
    await changePerson(service.people, operator, { accountId, personId: analyst.id }, { modes: ['test'] });
    await start();
    await service.runs.feed.readAudit();
    expect((await waiting).status).toBe(403);
  });

  test('ends all waits when the service stops, and limits the waits of one session', async () => {
    const { cursor } = await changes();
    const waiting = Array.from({ length: 6 }, () => changes(cursor));
    await expect.poll(() => service.runs.feed.waiting).toBe(6);
    const refused = await analyst.get(`changes?after=${cursor}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    service.runs.feed.close();
    expect((await Promise.all(waiting)).map(({ executions }) => executions)).toEqual(Array(6).fill([]));
    expect(service.runs.waits.size).toBe(0);
  });
});

describe('rights to executions', () => {
  test('answers the same for another account, another mode and an unknown id', async () => {
    const id = await inReview();
    const stranger = await strangerOfAnotherAccount();
    const tester = await join('owner', { modes: ['test'] });
    const call = async (person: PersonAtDesk, of: string) => [
      await person.get(`executions/${of}`),
      await person.post(`executions/${of}/reveal`, { reason: 'I want to' }),
      await decide(of, 1, person),
      await person.post(`executions/${of}/resend`),
    ];
    const unknown = (await call(analyst, randomUUID())).map(({ status, problem }) => [
      status,
      problem.code,
      problem.detail,
    ]);
    expect(unknown).toEqual(Array(4).fill([404, 'WORKFLOW_EXECUTION_NOT_FOUND', expect.any(String)]));
    for (const person of [stranger, tester])
      expect(
        (await call(person, id)).map(({ status, problem }) => [status, problem.code, problem.detail]),
      ).toEqual(unknown);
    expect((await trail('execution.read')).length).toBe(0);
  });

  test('shows masked data to every role, and lets only some roles decide', async () => {
    const id = await inReview();
    for (const role of roles) {
      const person = await join(role);
      const shown = await run(id, person);
      expect([role, shown.isMasked]).toEqual([role, true]);
      const mayDecide = ['owner', 'manager', 'analyst'].includes(role);
      expect([role, shown.may.decide]).toEqual([role, mayDecide ? null : 'ROLE']);
      expect([role, (await decide(id, shown.revision, person)).status]).toEqual([
        role,
        mayDecide ? 200 : 403,
      ]);
    }
  });
});
