import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inputNames, startResponseSchema } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, inputsWorkflow } from '../../../testing/client.ts';
import { countRows } from '../../../testing/count-rows.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { goodInputs, inOrder, typicalWorkflows } from '../../../testing/typical-workflows.ts';
import { dataKeyOf, inputsOf } from '../../executions/sealed-data.ts';

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

const good = () => ({ workflowId: documentId, inputs: { user_id: 'u-1' } });

describe('POST init-workflow', () => {
  it('returns an execution id, an opaque token and its expiry', {
    tags: [
      'S1-1',
      'S2.2-1',
      'S2.4-1',
      'S2.4-2',
      'S2.4-3',
      'S2.4-4',
      'S2.4-6',
      'S4-3',
      'S4-4',
      'S4-12',
      'S8-4',
      'DREQ-9',
      'DRUN-1',
      'DHOOK-40',
    ],
  }, async () => {
    const { status, data } = await backend.start(good());
    expect(status).toBe(200);
    expect(startResponseSchema.parse(data)).toEqual(data);
    expect(data.token).toMatch(/^default\.[\w-]+\.[\w-]{43}$/);
    expect(Date.parse(data.expiresAt)).toBe(service.clock.time + 3_600_000);
    expect(data.requiresClientInit).toBe(true);
  });

  it('creates a new execution on each call', {
    tags: ['S1-7', 'S1-22', 'DREQ-47', 'DRUN-66'],
  }, async () => {
    const [one, other] = [await backend.start(good()), await backend.start(good())];
    expect(one.data.executionId).not.toBe(other.data.executionId);
    expect(one.data.token).not.toBe(other.data.token);
  });

  it('gives later executions ids that sort after earlier ones', async () => {
    const one = await backend.start(good());
    service.clock.time += 1;
    expect((await backend.start(good())).data.executionId > one.data.executionId).toBe(true);
  });

  it('says that a workflow without interactive steps needs no user', {
    tags: ['S2.3-54', 'S2.4-5', 'DHOOK-40'],
  }, async () => {
    const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
    const { data } = await backend.start({ workflowId: inputsId, inputs });
    expect(data.requiresClientInit).toBe(false);
  });

  it('accepts every specified input, and stores unknown ones', {
    tags: ['S2.2-6', 'S2.3-35', 'DREQ-42'],
  }, async () => {
    const inputs = {
      user_id: 'u',
      email: 'anna@example.com',
      phone_number: '+4930901820',
      ip: '203.0.113.7',
      user_fullname: 'Anna Eriksson',
      user_firstname: 'Anna',
      user_middlename: 'Maria',
      user_lastname: 'Eriksson',
      user_dob: '1974-08-12',
      reference_image: 'https://example.com/face.jpg',
      nin: '12345678901',
      bvn: '12345678901',
      cpf: '123.456.789-09',
      curp: 'HEGG560427MVZRRL04',
      ssn: '123-45-6789',
      aadhaar: '123456789012',
      session: 'device',
      device_id: 'd',
      user_pob: 'Utopia',
      user_photoid_number: 'L898902C3',
      user_country: 'DE',
      user_city: 'Berlin',
      user_region: 'BE',
      user_zip: '10115',
      user_street: 'Street 1',
      user_street2: '2nd floor',
      user_address: 'Street 1, 10115 Berlin',
      user_gender: 'female',
      user_created: 1_700_000_000,
      transaction_id: 't',
      transaction_type: 'purchase',
      transaction_amount: 12.5,
      transaction_currency: 'EUR',
      custom_fields: { vip: true, level: 3, note: 'x', none: null },
      a_fraud_api_field: { kept: ['as', 'it', 'came'] },
    };
    expect(
      Object.keys(inputs).filter((name) => (inputNames as readonly string[]).includes(name)),
    ).toHaveLength(34);
    const { status, data } = await backend.start({ ...good(), inputs, unknown: 'ignored' });
    expect(status).toBe(200);
    const kept = await service.services.store.find(data.executionId);
    expect(kept && inputsOf(dataKeyOf(service.services.vault, kept), kept)).toEqual(inputs);
  });

  it('treats null as an omitted optional input, and stores nothing for it', async () => {
    const empty = Object.fromEntries(inputNames.map((name) => [name, null]));
    const inputs = { ...empty, user_id: 'u-1', a_fraud_api_field: null };
    const { status, data } = await backend.start({ ...good(), inputs });
    expect(status).toBe(200);
    const kept = await service.services.store.find(data.executionId);
    expect(kept && inputsOf(dataKeyOf(service.services.vault, kept), kept)).toEqual({
      user_id: 'u-1',
      a_fraud_api_field: null,
    });
  });

  it('accepts birth dates from 130 years ago until today', async () => {
    const dateAt = (days: number, years = 0) => {
      const date = new Date(service.clock.time + days * 24 * 60 * 60 * 1000);
      date.setUTCFullYear(date.getUTCFullYear() - years);
      return date.toISOString().slice(0, 10);
    };
    const statusOf = async (user_dob: string) =>
      (await backend.start({ ...good(), inputs: { user_id: 'u', user_dob } })).status;
    for (const date of [dateAt(0), dateAt(0, 130), dateAt(0, 50)])
      expect(await statusOf(date), date).toBe(200);
    for (const date of [dateAt(1), dateAt(400), dateAt(-1, 130)])
      expect(await statusOf(date), date).toBe(400);
  });

  it('stores no personal data or token in readable form', { tags: ['DRUN-67'] }, async () => {
    const { data } = await backend.start({
      ...good(),
      inputs: { user_id: 'canary-user', email: 'canary@example.com' },
    });
    const row = await service.database.main
      .selectFrom('executions')
      .selectAll()
      .where('id', '=', data.executionId)
      .executeTakeFirstOrThrow();
    const kept = Object.values(row).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
    );
    expect(kept.join('\n')).not.toMatch(/canary/);
    expect(kept.join('\n')).not.toContain(data.token.slice(8));
  });
});

describe('required inputs by kind of workflow', () => {
  it.each(typicalWorkflows.map((row) => [row.name, row] as const))(
    'names a missing input, and accepts the complete inputs: “%s”',
    {
      tags: [
        'S2.3-51',
        'S2.3-52',
        'S2.3-53',
        'S2.3-54',
        'S2.3-55',
        'S2.3-56',
        'S2.3-57',
        'S2.3-58',
        'S2.3-59',
      ],
    },
    async (_, row) => {
      const workflowId = await service.addWorkflow(accountId, inOrder(row.nodes));
      const needs = ['user_id', ...row.needs] as const;
      const all = Object.fromEntries(needs.map((name) => [name, goodInputs[name] ?? 'u-1']));
      expect((await backend.start({ workflowId, inputs: all })).status).toBe(200);
      const link = await backend.link({ workflowId, inputs: all });
      expect(link.status).toBe(200);
      for (const missing of needs) {
        const inputs = { ...all, [missing]: undefined };
        for (const { status, problem } of [
          await backend.start({ workflowId, inputs }),
          await backend.link({ workflowId, inputs }),
        ]) {
          expect([status, problem.code]).toEqual([400, 'MISSING_REQUIRED_INPUTS']);
          expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([`/inputs/${missing}`]);
        }
      }
      const { problem } = await backend.start({ workflowId, inputs: {} });
      expect(problem.errors?.map(({ pointer }) => pointer).sort()).toEqual(
        needs.map((name) => `/inputs/${name}`).sort(),
      );
    },
  );
});

describe('authorization of a start', () => {
  it.each([
    ['no key', ''],
    ['a wrong key', 'vo_live_nonsense'],
  ])(
    'refuses %s with 401 before checking anything else',
    { tags: ['S4-1', 'S5-1', 'S7-4', 'DREQ-1'] },
    async (_, key) => {
      const { status, problem, headers } = await new Backend(service, key).start('{not json');
      expect([status, problem.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(headers.get('www-authenticate')).toBeTruthy();
    },
  );

  it('refuses a key for another workflow with 403', {
    tags: ['S5-2', 'S7-5', 'DREQ-6', 'DHOOK-39'],
  }, async () => {
    const scoped = new Backend(service, await service.addApiKey(accountId, [inputsId]));
    const { status, problem } = await scoped.start(good());
    expect([status, problem.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('accepts a key for this workflow', { tags: ['S4-1', 'DHOOK-39'] }, async () => {
    const scoped = new Backend(service, await service.addApiKey(accountId, [documentId]));
    expect((await scoped.start(good())).status).toBe(200);
  });

  it('refuses a revoked key and an inactive workflow at once', {
    tags: ['DHOOK-21'],
  }, async () => {
    const key = await service.addApiKey(accountId, null);
    const workflowId = await service.addWorkflow(accountId, documentWorkflow);
    const { main } = service.database;
    const statusOf = async (apiKey: string) =>
      (await new Backend(service, apiKey).start({ ...good(), workflowId })).status;
    expect(await statusOf(key)).toBe(200);
    const keyId = key.slice('vo_live_'.length, 'vo_live_'.length + 12);
    await main.updateTable('api_keys').set({ revoked_at: 1 }).where('id', '=', keyId).execute();
    expect(await statusOf(key)).toBe(401);
    const other = await service.addApiKey(accountId, null);
    expect(await statusOf(other)).toBe(200);
    await main.updateTable('workflows').set({ active: 0 }).where('id', '=', workflowId).execute();
    expect(await statusOf(other)).toBe(404);
  });

  it('refuses a key that is revoked while the body arrives', { tags: ['DHOOK-21'] }, async () => {
    const key = await service.addApiKey(accountId, null);
    const { main } = service.database;
    let isRevoked = false;
    const body = new ReadableStream({
      async pull(controller) {
        await wait(300);
        const keyId = key.slice('vo_live_'.length, 'vo_live_'.length + 12);
        await main.updateTable('api_keys').set({ revoked_at: 1 }).where('id', '=', keyId).execute();
        isRevoked = true;
        controller.enqueue(new TextEncoder().encode(JSON.stringify(good())));
        controller.close();
      },
    });
    const { status } = await service.app.request('/orchestration-api/v1/init-workflow', {
      ...{ method: 'POST', body, duplex: 'half' },
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    });
    expect([status, isRevoked]).toEqual([401, true]);
  });

  it('gives the same reply for a workflow id that is unknown, foreign, inactive, or not a UUID', {
    tags: ['S2.2-3', 'S4-9', 'S7-6', 'DREQ-5', 'DREQ-7'],
  }, async () => {
    const other = await service.addAccount('Another shop');
    const foreign = await service.addWorkflow(other.id, documentWorkflow);
    const inactive = await service.addWorkflow(accountId, documentWorkflow, false);
    const replies = await Promise.all(
      [randomUUID(), foreign, inactive, 'no-uuid', ''].map((workflowId) =>
        backend.start({ ...good(), workflowId }),
      ),
    );
    for (const { problem } of replies) {
      expect({ ...problem, requestId: '' }).toEqual({ ...replies[0]?.problem, requestId: '' });
      expect(problem).toMatchObject({ status: 404, code: 'WORKFLOW_NOT_FOUND' });
    }
  });
});

describe('invalid start requests', () => {
  const faultsOf = async (body: unknown) => {
    const before = await countRows(service);
    const { status, problem } = await backend.start(body);
    expect(await countRows(service)).toEqual(before);
    return { status, code: problem.code, pointers: problem.errors.map((fault) => fault.pointer).sort() };
  };

  it.each([
    ['nothing but braces', {}, ['/inputs', '/inputs/user_id', '/workflowId']],
    ['no user_id', { workflowId: 'id', inputs: {} }, ['/inputs/user_id']],
    ['a null user_id', { workflowId: 'id', inputs: { user_id: null } }, ['/inputs/user_id']],
    ['a null workflowId', { workflowId: null, inputs: { user_id: 'u' } }, ['/workflowId']],
    ['null inputs', { workflowId: 'id', inputs: null }, ['/inputs', '/inputs/user_id']],
  ])('names the missing member: %s', { tags: ['S2.2-2', 'S2.3-36', 'S7-2'] }, async (_, body, pointers) => {
    const given =
      'workflowId' in body && body.workflowId === 'id' ? { ...body, workflowId: documentId } : body;
    const { problem } = await backend.start(given);
    expect(new Set(problem.errors.map(({ detail }) => detail))).toEqual(new Set(['is missing']));
    expect(await faultsOf(given)).toEqual({ status: 400, code: 'MISSING_REQUIRED_INPUTS', pointers });
  });

  it('names the missing inputs of this workflow', {
    tags: ['S2.2-4', 'S2.3-37', 'S2.3-38', 'S2.3-54', 'S4-10', 'S7-2', 'DREQ-64'],
  }, async () => {
    expect(await faultsOf({ workflowId: inputsId, inputs: { user_id: 'u' } })).toEqual({
      status: 400,
      code: 'MISSING_REQUIRED_INPUTS',
      pointers: ['/inputs/email', '/inputs/phone_number'],
    });
  });

  it('hides the required inputs of a workflow that the key cannot start', async () => {
    const other = await service.addAccount('Another shop');
    const inactive = await service.addWorkflow(accountId, inputsWorkflow, false);
    const foreign = await service.addWorkflow(other.id, inputsWorkflow);
    const scoped = new Backend(service, await service.addApiKey(accountId, [documentId]));
    const inputs = { user_id: 'u', user_dob: '2023-02-30' };
    for (const [of, workflowId] of [
      [backend, randomUUID()],
      [backend, inactive],
      [backend, foreign],
      [scoped, inputsId],
    ] as const) {
      const { problem } = await of.start({ workflowId, inputs });
      expect(problem.code).toBe('INVALID_INPUT_FORMAT');
      expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/inputs/user_dob']);
    }
  });

  it('lists missing and malformed inputs together, under the code for missing ones', {
    tags: ['DREQ-2'],
  }, async () => {
    const body = { workflowId: inputsId, inputs: { user_id: 'u', email: 'no mail', user_dob: '2023-02-30' } };
    expect(await faultsOf(body)).toEqual({
      status: 400,
      code: 'MISSING_REQUIRED_INPUTS',
      pointers: ['/inputs/email', '/inputs/phone_number', '/inputs/user_dob'],
    });
  });

  it.each(['user@müller.de', '用户@例子.广告', 'почта@пример.рф'])(
    'accepts the e-mail address %s',
    async (email) => {
      const inputs = { user_id: 'u', email, phone_number: '+49 30 901820' };
      expect((await backend.start({ workflowId: inputsId, inputs })).status).toBe(200);
    },
  );

  it.each([
    ['email', 'anna@'],
    ['email', 'anna@müller.de\n'],
    ['email', 'anna@müller@example.de'],
    ['phone_number', '030901820'],
    ['phone_number', '+49 30 1234567890 12345'],
    ['ip', '999.1.1.1'],
    ['user_dob', '1974-13-01'],
    ['user_dob', '12.08.1974'],
    ['user_dob', '0000-01-01'],
    ['user_dob', '0999-12-31'],
    ['user_dob', '1800-06-01'],
    ['user_dob', '9999-12-31'],
    ['user_id', ' \u3000'],
    ['user_id', '\u200b\u2060'],
    ['user_id', 'u\r\n\u001b[31m'],
    ['user_fullname', '\u00a0'],
    ['user_created', 253_402_300_799],
    ['reference_image', 'javascript:alert(1)'],
    ['reference_image', 'http://pictures.example/face.jpg'],
    ['reference_image', 'http://localhost/face.jpg'],
    ['nin', '123'],
    ['cpf', '12345678909'],
    ['ssn', '123456789'],
    ['aadhaar', '12345'],
    ['curp', 'short'],
    ['user_country', 'XX'],
    ['transaction_currency', 'EURO'],
    ['user_created', 'yesterday'],
    ['transaction_amount', '12'],
    ['custom_fields', { nested: { too: 'deep' } }],
    ['custom_fields', []],
    ['user_id', 'x'.repeat(257)],
    ['user_id', 7],
  ])('refuses %s = %j as malformed', { tags: ['S4-11', 'S7-3'] }, async (name, value) => {
    const body = { ...good(), inputs: { user_id: 'u', [name]: value } };
    const { code, pointers } = await faultsOf(body);
    expect(code).toBe('INVALID_INPUT_FORMAT');
    expect(pointers[0]).toContain(`/inputs/${name}`);
  });

  it.each([
    ['invalid JSON', '{"workflowId":'],
    ['an empty body', ''],
    ['an array', '[]'],
    ['a number', '7'],
    ['a workflow id that is not a string', '{"workflowId":7,"inputs":{"user_id":"u"}}'],
    ['NUL in a text', `{"workflowId":"${documentId}","inputs":{"user_id":"a\\u0000b"}}`],
    [
      'half a surrogate pair in a name',
      `{"workflowId":"${documentId}","inputs":{"user_id":"a","\\ud800":1}}`,
    ],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
  ])('refuses %s as INVALID_INPUT_FORMAT', { tags: ['DREQ-4', 'DREQ-15', 'DREQ-68'] }, async (_, body) => {
    expect(await faultsOf(body)).toMatchObject({ status: 400, code: 'INVALID_INPUT_FORMAT' });
  });

  it('lists inputs that cannot be stored together with missing and malformed ones', async () => {
    const inputs = '{"user_city":"b\\u0000","email":"bad","custom":{"x":"\\ud800"}}';
    const faults = await faultsOf(`{"workflowId":"${documentId}","inputs":${inputs}}`);
    expect(faults).toMatchObject({ status: 400, code: 'MISSING_REQUIRED_INPUTS' });
    expect([...faults.pointers].sort()).toEqual([
      '/inputs/custom/x',
      '/inputs/email',
      '/inputs/user_city',
      '/inputs/user_id',
    ]);
  });

  it.each([
    ['invalid JSON', '{"workflowId":'],
    ['an empty body', ''],
    ['an array', '[]'],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
  ])('points to the whole body if it is %s', { tags: ['DREQ-64'] }, async (_, body) => {
    expect(await faultsOf(body)).toEqual({ status: 400, code: 'INVALID_INPUT_FORMAT', pointers: [''] });
  });

  it('accepts JSON nested 32 levels deep, and refuses 33', { tags: ['DREQ-11'] }, async () => {
    const nested = (levels: number) => {
      const lists = `${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}`;
      return `{"workflowId":"${documentId}","inputs":{"user_id":"u","deep":${lists}}}`;
    };
    expect((await backend.start(nested(32))).status).toBe(200);
    expect(await faultsOf(nested(33))).toMatchObject({ status: 400, code: 'INVALID_INPUT_FORMAT' });
  });

  it('checks the body before the workflow', { tags: ['DREQ-1'] }, async () => {
    const { code } = await faultsOf({ workflowId: randomUUID(), inputs: { user_id: 'u', email: 'no mail' } });
    expect(code).toBe('INVALID_INPUT_FORMAT');
  });

  it('hides a workflow that the key may not start', { tags: ['DREQ-1'] }, async () => {
    const scoped = new Backend(service, await service.addApiKey(accountId, [documentId]));
    const { problem } = await scoped.start({ workflowId: inputsId, inputs: { user_id: 'u', ip: 'x' } });
    expect(problem.errors.map((fault) => fault.pointer)).toEqual(['/inputs/ip']);
  });

  it('repeats nothing of the request in a refusal', async () => {
    const { problem } = await backend.start({ ...good(), inputs: { user_id: 'u', email: 'canary-of-mine' } });
    expect(JSON.stringify(problem)).not.toContain('canary');
  });

  it('refuses a body that is not declared as JSON with 415, and one that is too large with 413', {
    tags: ['S4-2', 'DREQ-10'],
  }, async () => {
    const form = await backend.start(good(), { 'content-type': 'text/plain' });
    expect([form.status, form.problem.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const large = await backend.start({ ...good(), padding: 'x'.repeat(256 * 1024) });
    expect([large.status, large.problem.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('refuses a member called __proto__ by name, without side effects', async () => {
    const { status, problem } = await backend.start(
      `{"workflowId":"${documentId}","inputs":{"user_id":"u","__proto__":{"email":"no mail"}}}`,
    );
    expect([status, problem.code]).toEqual([400, 'INVALID_INPUT_FORMAT']);
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(['/inputs/__proto__']);
    expect(({} as Record<string, unknown>).email).toBeUndefined();
  });
});
