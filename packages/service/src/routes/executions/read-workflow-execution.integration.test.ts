import { randomUUID } from 'node:crypto';
import {
  type Check,
  type Execution,
  executionSchema,
  type MediaOnlyExecution,
  mediaOnlyExecutionSchema,
} from '@vendor/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  Backend,
  digestOf,
  documentWorkflow,
  inputsWorkflow,
  jpegOf,
  Page,
} from '../../../testing/client.ts';
import { handOver, phoneNonce, secretIn, takeBack } from '../../../testing/hand-off-world.ts';
import { InProcessService, publicUrl } from '../../../testing/in-process-service.ts';
import { evaluatedDocument, evaluatedPhone } from '../../../testing/scripted-evaluator.ts';

const android = 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0';

let service: InProcessService;
let backend: Backend;
let accountId: string;
let documentId: string;
let inputsId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  documentId = await service.addWorkflow(account.id, documentWorkflow);
  inputsId = await service.addWorkflow(account.id, inputsWorkflow);
});
afterAll(() => service.close());

/** Makes an execution whose document was judged. */
async function finished(bytes = jpegOf('a passport')): Promise<string> {
  const { data } = await backend.start({ workflowId: documentId, inputs: { user_id: 'u-1' } });
  const page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
  await page.submitPassport(1, bytes);
  await service.runDueJobs();
  return data.executionId;
}

describe('GET workflow-execution/{id}', () => {
  it('returns the execution with all members of each check', {
    tags: ['S2.6-3', 'S2.6-4', 'S2.6-51', 'S4-3', 'S4-6', 'S4-24', 'DREQ-9', 'DRUN-29'],
  }, async () => {
    const { status, data } = await backend.read<Execution>(await finished());
    expect(status).toBe(200);
    expect(executionSchema.parse(data)).toEqual(data);
    expect(Object.keys(data.checks?.[0] ?? {})).toHaveLength(21);
    expect(data).toMatchObject({ status: 'APPROVED', dataPurgedAt: null });
    expect('loip' in data).toBe(false);
  });

  it('returns the members that apply to a document, and null for the others', {
    tags: [
      'S2.6-11',
      'S2.6-12',
      'S2.6-13',
      'S2.6-14',
      'S2.6-15',
      'S2.6-16',
      'S2.6-17',
      'S2.6-20',
      'S2.6-23',
      'S2.6-24',
      'S2.6-25',
      'S2.6-31',
      'S2.6-32',
      'S2.6-42',
      'DRUN-18',
      'DRUN-19',
      'DRUN-20',
      'DRUN-26',
      'DRUN-99',
    ],
  }, async () => {
    const { data: started } = await backend.start({ workflowId: documentId, inputs: { user_id: 'u-1' } });
    const createdAt = new Date(service.clock.time).toISOString();
    service.clock.time += 5000;
    const page = new Page(service);
    await page.init(started.token);
    const startedAt = new Date(service.clock.time).toISOString();
    await page.post('begin');
    service.clock.time += 5000;
    await page.submitPassport();
    await service.runDueJobs();
    const { data } = await backend.read<Execution>(started.executionId);
    expect(data.createdAt).toBe(createdAt);
    expect(data.checks).toEqual([
      {
        checkType: 'DOCUMENT_CHECK',
        status: 'APPROVED',
        sessionId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        transactionId: null,
        startedAt,
        finishedAt: new Date(service.clock.time).toISOString(),
        platform: 'WEB',
        duplicatesFound: false,
        statusDetail: null,
        referenceId: null,
        email: null,
        phoneNumber: null,
        userId: 'u-1',
        documentCheckResult: expect.objectContaining({ overallResult: 'APPROVED' }),
        documentCheckExtractedData: expect.objectContaining({ fullName: 'ANNA MARIA ERIKSSON' }),
        selfieVerificationResult: null,
        proofOfAddressCheckResult: null,
        proofOfAddressExtractedData: null,
        creditCardVerificationResult: null,
        evidenceCollectionCheckResult: null,
        capturedMedia: { documentFront: expect.objectContaining({ contentType: 'image/jpeg' }) },
      },
    ]);
  });

  it('returns the transaction that the caller named', { tags: ['S2.6-20'] }, async () => {
    const inputs = {
      user_id: 'u',
      email: 'a@b.example',
      phone_number: '+49 30 901820',
      transaction_id: 't-7',
    };
    const { data } = await backend.start({ workflowId: inputsId, inputs });
    await service.runDueJobs();
    const { checks } = (await backend.read<Execution>(data.executionId)).data;
    expect(new Set(checks?.map(({ referenceId }) => referenceId))).toEqual(new Set(['t-7']));
  });

  it.each([
    ['the findings of a check', 'checks', 'execution_id', 'sealed'],
    ['the inputs', 'executions', 'id', 'sealed_inputs'],
    ['the key of the execution', 'executions', 'id', 'wrapped_key'],
  ])(
    'returns null for checks while %s cannot be decrypted',
    { tags: ['S2.6-35'] },
    async (_, table, column, member) => {
      const id = await finished();
      const { main } = service.database;
      const name = sql.id(member);
      const where = sql`where ${sql.id(column)} = ${id}`;
      const write = (bytes: Uint8Array) =>
        sql`update ${sql.id(table)} set ${name} = ${bytes} ${where}`.execute(main);
      const { rows } = await sql<{
        kept: Uint8Array;
      }>`select ${name} as kept from ${sql.id(table)} ${where}`.execute(main);
      const { kept } = rows[0]!;
      const damaged = Buffer.from(kept);
      damaged[damaged.length - 1]! ^= 1;
      const whole = (await backend.read<Execution>(id)).data;
      expect(whole.checks).toHaveLength(1);
      await write(damaged);
      const { status, data } = await backend.read<Execution>(id);
      expect(status).toBe(200);
      expect(executionSchema.parse(data)).toEqual({ ...whole, checks: null });
      expect((await backend.read<MediaOnlyExecution>(id, '?mediaOnly=true')).data.checks).toBeNull();
      expect(service.logLines.at(-1)).toContain('cannot be decrypted');
      await write(kept);
      expect((await backend.read<Execution>(id)).data).toMatchObject({ checks: [{ status: 'APPROVED' }] });
    },
  );

  it('names the platform of the device that took the pictures, not of the one that began', {
    tags: ['S2.6-17', 'DRUN-19'],
  }, async () => {
    const { data: started } = await backend.start({ workflowId: documentId, inputs: { user_id: 'u' } });
    const desktop = new Page(service);
    await desktop.init(started.token);
    await desktop.post('begin');
    const phone = new Page(service, android);
    await phone.init(started.token, 'nonce-of-the-phone');
    await phone.submitPassport();
    await service.runDueJobs();
    expect((await backend.read<Execution>(started.executionId)).data.checks?.[0]?.platform).toBe('ANDROID');
  });

  it.each([
    ['WEB', 'took the pictures after taking the flow back'],
    ['ANDROID', 'submitted a picture taken on the phone'],
  ])('names the platform %s if a page %s', async (platform) => {
    const { data: started } = await backend.start({ workflowId: documentId, inputs: { user_id: 'u' } });
    const desktop = new Page(service);
    await desktop.init(started.token);
    await desktop.post('begin');
    const { data: offer } = await handOver(desktop);
    const phone = new Page(service, android);
    expect((await phone.init(secretIn(offer.url), phoneNonce)).status).toBe(200);
    const picture = jpegOf('a passport on a phone');
    await phone.put('steps/document/attempts/1/captures/front', picture);
    desktop.sessionKey = (await takeBack(desktop)).data.sessionKey;
    if (platform === 'WEB') await desktop.submitPassport();
    else await desktop.submitNamed(digestOf(picture));
    await service.runDueJobs();
    expect((await backend.read<Execution>(started.executionId)).data.checks?.[0]?.platform).toBe(platform);
  });

  it.each([
    ['', 5000],
    [', also if the clock was set back meanwhile', -5000],
  ])('orders checks by their start%s', { tags: ['S2.6-7'] }, async (_, passedMs) => {
    const definition = {
      start: 'document',
      nodes: {
        document: { ...documentWorkflow.nodes.document, next: 'email' },
        email: { kind: 'email', next: 'end' },
        end: { kind: 'end' },
      },
    };
    const workflowId = await service.addWorkflow(accountId, definition);
    const inputs = { user_id: 'u', email: 'anna@example.com' };
    const { data: started } = await backend.start({ workflowId, inputs });
    const page = new Page(service);
    await page.init(started.token);
    await page.post('begin');
    const begunAt = service.clock.time;
    service.clock.time += passedMs;
    await page.submitPassport();
    await service.runDueJobs();
    const checks = (await backend.read<Execution>(started.executionId)).data.checks ?? [];
    const times = checks.map((check) => Date.parse(check.startedAt));
    expect(times).toEqual([begunAt, begunAt + Math.max(0, passedMs)]);
    for (const [index, { finishedAt }] of checks.entries())
      expect(Date.parse(finishedAt ?? '')).toBeGreaterThanOrEqual(times[index] ?? Number.NaN);
    // Resets the clock for the following tests.
    service.clock.time = begunAt;
    expect(new Set(checks.map((check) => check.sessionId)).size).toBe(2);
  });

  it('lists one FRAUD_API entry per fraud node, in the order of their start', {
    tags: ['S2.6-11', 'S2.6-12', 'S2.6-13', 'S2.6-14', 'S2.6-19', 'S2.6-21', 'S2.6-22', 'DRUN-17'],
  }, async () => {
    const findings = [
      { code: 'PHONE_NUMBER_VALID', outcome: 'PASS' },
      { code: 'PHONE_LINE_TYPE_VOIP', outcome: 'REVIEW' },
    ] as const;
    service.evaluator.phones.push(evaluatedPhone({ outcome: 'REVIEW', findings }));
    const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
    const { data: started } = await backend.start({ workflowId: inputsId, inputs });
    await service.runDueJobs();
    const { data } = await backend.read<Execution>(started.executionId);
    expect(data.status).toBe('REVIEW');
    expect(data.checks).toMatchObject([
      {
        checkType: 'FRAUD_API',
        status: 'APPROVED',
        sessionId: null,
        // No browser took part in this check.
        platform: null,
        statusDetail: 'EMAIL',
        email: 'anna@example.com',
        documentCheckResult: null,
      },
      {
        checkType: 'FRAUD_API',
        status: 'REVIEW',
        sessionId: null,
        phoneNumber: '+49 30 901820',
        statusDetail: 'PHONE: PHONE_LINE_TYPE_VOIP',
      },
    ]);
    const transactions = data.checks?.map((check) => check.transactionId) ?? [];
    expect(new Set(transactions).size).toBe(2);
    expect(transactions).not.toContain(null);
  });

  it('returns only type and media of each check with mediaOnly=true', {
    tags: ['S4-25'],
  }, async () => {
    const { data } = await backend.read<unknown>(await finished(), '?mediaOnly=true');
    const execution = mediaOnlyExecutionSchema.parse(data);
    expect(data).toEqual(execution);
    expect(Object.keys(execution.checks?.[0] ?? {}).sort()).toEqual(['capturedMedia', 'checkType']);
  });

  it.each(['?mediaOnly=false', '?mediaonly=true', '?fields=none'])(
    'returns all members with %s',
    { tags: ['S4-41', 'DREQ-56'] },
    async (query) => {
      const { data } = await backend.read<Execution>(await finished(), query);
      expect(data.checks?.[0]?.documentCheckResult).toBeTruthy();
    },
  );

  it.each(['banana', '', 'TRUE', '1', '%00', 'true&mediaOnly=false'])(
    'refuses mediaOnly=%s before looking up the execution',
    { tags: ['S4-41', 'DREQ-56'] },
    async (value) => {
      const { status, problem } = await backend.read(randomUUID(), `?mediaOnly=${value}`);
      expect([status, problem.code]).toEqual([400, 'INVALID_PARAMETER']);
      expect(problem.errors.map(({ parameter }) => parameter)).toEqual(['mediaOnly']);
    },
  );

  it('declines by a required FAIL, and shows it in the overall result', { tags: ['DRUN-9'] }, async () => {
    service.evaluator.documents.push(evaluatedDocument({ documentValidityCheckResult: 'FAIL' }));
    const { data } = await backend.read<Execution>(await finished());
    expect(data.status).toBe('DECLINED');
    expect(data.checks?.[0]).toMatchObject({
      status: 'DECLINED',
      documentCheckResult: { overallResult: 'DECLINED' },
    });
  });
});

describe('execution with purged data', () => {
  /** Purges an execution: removes its data key and everything sealed with it. Returns its id. */
  async function purged(): Promise<string> {
    const id = await finished();
    const db = service.database.main;
    const nothing = { wrapped_key: null, sealed_inputs: null, sealed_ip: null };
    const changes = { ...nothing, data_purged_at: service.clock.time };
    await db.updateTable('executions').set(changes).where('id', '=', id).execute();
    await db.updateTable('checks').set({ sealed: null }).where('execution_id', '=', id).execute();
    await service.reseal(id);
    return id;
  }

  it('returns only type, status and times of each check after a purge', async () => {
    const { data } = await backend.read<Execution>(await purged());
    expect(executionSchema.parse(data)).toEqual(data);
    expect(data).toMatchObject({
      status: 'APPROVED',
      dataPurgedAt: new Date(service.clock.time).toISOString(),
    });
    const [{ checkType, status, startedAt, finishedAt, ...rest }] = data.checks as [Check];
    expect([checkType, status]).toEqual(['DOCUMENT_CHECK', 'APPROVED']);
    for (const time of [startedAt, finishedAt]) expect(Date.parse(time ?? '')).not.toBeNaN();
    expect(Object.values(rest)).toEqual(Array.from({ length: 17 }, () => null));
  });

  it('returns no media after a purge', async () => {
    const id = await finished();
    const link =
      (await backend.read<Execution>(id)).data.checks?.[0]?.capturedMedia?.documentFront?.url ?? '';
    expect((await service.app.request(link.slice(publicUrl.length))).status).toBe(200);
    const gone = { wrapped_key: null, data_purged_at: service.clock.time };
    await service.database.main.updateTable('executions').set(gone).where('id', '=', id).execute();
    await service.reseal(id);
    expect((await backend.read<MediaOnlyExecution>(id, '?mediaOnly=true')).data.checks).toEqual([]);
    expect((await service.app.request(link.slice(publicUrl.length))).status).toBe(404);
  });
});

describe('captured media', () => {
  const fetchLink = (url: string) => service.app.request(url.slice(publicUrl.length));
  const frontOf = async (id: string) =>
    (await backend.read<Execution>(id)).data.checks?.[0]?.capturedMedia?.documentFront;

  it('serves the captured bytes through a link for 15 minutes', {
    tags: ['S2.6-31', 'S8-7', 'DRUN-26', 'DRUN-27', 'DRUN-98', 'DRUN-100'],
  }, async () => {
    const bytes = jpegOf('the very bytes');
    const link = await frontOf(await finished(bytes));
    expect(Date.parse(link?.expiresAt ?? '')).toBe(service.clock.time + 15 * 60_000);
    const reply = await fetchLink(link?.url ?? '');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('image/jpeg');
    expect(reply.headers.get('content-security-policy')).toContain('sandbox');
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(bytes);
    service.clock.time += 15 * 60_000;
    expect((await fetchLink(link?.url ?? '')).status).toBe(404);
  });

  it('serves byte ranges to video players', { tags: ['S8-7'] }, async () => {
    const bytes = jpegOf('the very bytes');
    const { url = '' } = (await frontOf(await finished(bytes))) ?? {};
    const ask = (range: string, link = url) =>
      service.app.request(link.slice(publicUrl.length), { headers: { range } });
    const part = await ask('bytes=2-5');
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes.length}`]);
    expect(part.headers.get('content-type')).toBe('image/jpeg');
    expect(part.headers.get('content-security-policy')).toContain('sandbox');
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(2, 6));
    const whole = await ask('bytes=9999-');
    expect([whole.status, whole.headers.get('accept-ranges'), whole.headers.has('content-range')]).toEqual([
      200,
      'bytes',
      false,
    ]);
    const head = await service.app.request(url.slice(publicUrl.length), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect((await ask('bytes=2-5', url.replace(/signature=.{5}/, 'signature=AAAAA'))).status).toBe(404);
  });

  it('links to media of the judged attempt, not of earlier ones', { tags: ['S2.6-31'] }, async () => {
    const { data: started } = await backend.start({ workflowId: documentId, inputs: { user_id: 'u' } });
    const page = new Page(service);
    await page.init(started.token);
    await page.post('begin');
    service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
    const sides = { front: jpegOf('a card'), back: jpegOf('its back') };
    const step = 'steps/document/attempts/1';
    for (const [side, bytes] of Object.entries(sides)) await page.put(`${step}/captures/${side}`, bytes);
    const captures = { front: digestOf(sides.front), back: digestOf(sides.back) };
    await page.post(`${step}/submit`, { documentType: 'NATIONAL_ID', captures });
    await service.runDueJobs();
    await page.submitPassport(2, jpegOf('a passport'));
    await service.runDueJobs();
    const media = (await backend.read<Execution>(started.executionId)).data.checks?.[0]?.capturedMedia;
    expect(Object.keys(media ?? {})).toEqual(['documentFront']);
    const reply = await fetchLink(media?.documentFront?.url ?? '');
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(jpegOf('a passport'));
  });

  it('links to the media of each step if several steps capture', async () => {
    const { document, end } = documentWorkflow.nodes;
    const nodes = { document: { ...document, next: 'second' }, second: document, end };
    const workflowId = await service.addWorkflow(accountId, { start: 'document', nodes });
    const { data: started } = await backend.start({ workflowId, inputs: { user_id: 'u' } });
    const page = new Page(service);
    await page.init(started.token);
    await page.post('begin');
    const shown: Record<string, Record<string, Uint8Array<ArrayBuffer>>> = {
      document: { front: jpegOf('a card'), back: jpegOf('its back') },
      second: { front: jpegOf('a passport') },
    };
    for (const [step, sides] of Object.entries(shown)) {
      const captures: Record<string, string> = {};
      for (const [side, bytes] of Object.entries(sides)) {
        await page.put(`steps/${step}/attempts/1/captures/${side}`, bytes);
        captures[side] = digestOf(bytes);
      }
      const documentType = sides.back ? 'NATIONAL_ID' : 'PASSPORT';
      await page.post(`steps/${step}/attempts/1/submit`, { documentType, captures });
      await service.runDueJobs();
      service.clock.time += 1000;
    }
    const { checks } = (await backend.read<Execution>(started.executionId)).data;
    const seen = (checks ?? []).map(async ({ capturedMedia }) => {
      const links = Object.entries(capturedMedia ?? {}) as [string, { url: string }][];
      const bytes = links.map(async ([member, { url }]) => {
        const reply = await fetchLink(url);
        return [member, new Uint8Array(await reply.arrayBuffer())] as const;
      });
      return Object.fromEntries(await Promise.all(bytes));
    });
    expect(await Promise.all(seen)).toEqual([
      { documentFront: jpegOf('a card'), documentBack: jpegOf('its back') },
      { documentFront: jpegOf('a passport') },
    ]);
  });

  it('refuses a media link that was changed', { tags: ['DREQ-51'] }, async () => {
    const own = (await frontOf(await finished()))?.url ?? '';
    const other = (await frontOf(await finished()))?.url ?? '';
    const idOf = (url: string) => /media\/([^?]+)/.exec(url)?.[1] ?? '';
    for (const url of [
      own.replace(idOf(own), idOf(other)),
      own.replace(/expires=\d+/, 'expires=99999999999999'),
      own.replace(/signature=.{5}/, 'signature=AAAAA'),
      own.replace(/&signature=.*/, ''),
      own.replace(/\?.*/, ''),
    ]) {
      const reply = await fetchLink(url);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    }
  });
});

describe('authorization of a read', () => {
  let id: string;
  beforeEach(async () => {
    id = await finished();
  });

  it.each(['', 'vo_live_nonsense'])(
    'refuses to read an execution with the key %j',
    { tags: ['S4-37', 'S5-1', 'S7-12'] },
    async (key) => {
      const { status, problem } = await new Backend(service, key).read(id);
      expect([status, problem.code]).toEqual([401, 'UNAUTHORIZED']);
    },
  );

  it('accepts a key only in the header, not in the URL', {
    tags: ['S4-37', 'DREQ-50'],
  }, async () => {
    const key = await service.addApiKey(accountId, null);
    expect((await new Backend(service, key).read(id)).status).toBe(200);
    const query = new URLSearchParams({ 'x-api-key': key, apiKey: key });
    const { status, problem } = await new Backend(service, '').read(id, `?${query}`);
    expect([status, problem.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(service.logLines.join('')).not.toContain(key);
  });

  it('gives the same reply for an id that is unknown, foreign, out of scope, or not a UUID', {
    tags: ['S7-13', 'DREQ-5', 'DREQ-6', 'DREQ-7'],
  }, async () => {
    const other = await service.addAccount('Another shop');
    const scoped = new Backend(service, await service.addApiKey(accountId, [inputsId]));
    const test = new Backend(service, await service.addApiKey(accountId, null, 'test'));
    const replies = [
      await backend.read(randomUUID()),
      await new Backend(service, other.apiKey).read(id),
      await scoped.read(id),
      await test.read(id),
      await backend.read('no-uuid'),
      await backend.read('%00'),
      await backend.read(`${id}'--`),
    ];
    for (const { problem } of replies) {
      expect({ ...problem, requestId: '' }).toEqual({ ...replies[0]?.problem, requestId: '' });
      expect(problem).toMatchObject({ status: 404, code: 'WORKFLOW_EXECUTION_NOT_FOUND' });
    }
  });

  it('shows test executions only to test keys, and live ones only to live keys', {
    tags: ['DREQ-7'],
  }, async () => {
    const test = new Backend(service, await service.addApiKey(accountId, null, 'test'));
    const { data } = await test.start({ workflowId: documentId, inputs: { user_id: 'u-1' } });
    const statusOf = async (of: Backend, one: string) => [
      (await of.read(one)).status,
      (await of.read(one, '?mediaOnly=true')).status,
    ];
    expect(await statusOf(test, data.executionId)).toEqual([200, 200]);
    expect(await statusOf(backend, data.executionId)).toEqual([404, 404]);
    expect(await statusOf(backend, id)).toEqual([200, 200]);
    expect(await statusOf(test, id)).toEqual([404, 404]);
  });

  it('accepts an execution id in upper case', { tags: ['S4-36'] }, async () => {
    expect((await backend.read<Execution>(id.toUpperCase())).data.id).toBe(id);
  });
});
