import { inputNames } from '@vendor/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Backend, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { dataKeyOf, inputsOf } from '../../executions/sealed-data.ts';
import { workflowDefinitionSchema } from '../../workflows/definition.ts';

const end = { kind: 'end' };
/**
 * Workflow whose path depends on inputs that are not sent. An unknown input that was taken for one of them would lead to
 * `trusted`, or remove a field from the form.
 */
const definition = {
  start: 'large',
  nodes: {
    large: {
      kind: 'condition',
      if: {
        any: [
          { fact: 'inputs.transaction_amount', is: 'at-least', value: 1 },
          { fact: 'inputs.custom_fields.vip', is: 'present' },
          { fact: 'inputs.custom_fields.__proto__', is: 'present' },
          { fact: 'inputs.custom_fields.constructor', is: 'present' },
          { fact: 'inputs.user_country', is: 'present' },
        ],
      },
      next: 'trusted',
      else: 'form',
    },
    form: { kind: 'form', fields: [{ name: 'email' }, { name: 'user_country' }], next: 'email' },
    email: { kind: 'email', next: 'end' },
    trusted: { kind: 'end', status: 'APPROVED' },
    end,
  },
};

let service: InProcessService;
let backend: Backend;
let workflowId: string;
let needingId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, definition);
  const nodes = { email: { kind: 'email', next: 'end' }, end };
  needingId = await service.addWorkflow(account.id, { start: 'email', nodes });
});
afterAll(() => service.close());

/** Starts an execution with raw JSON inputs. Returns its walk and its stored inputs. */
async function startWith(inputs: string, id = workflowId) {
  const { status, data, problem } = await backend.start(`{"workflowId":"${id}","inputs":${inputs}}`);
  if (status !== 200) return { status, problem, walk: null, kept: null };
  const execution = (await service.services.store.find(data.executionId))!;
  const kept = inputsOf(dataKeyOf(service.services.vault, execution), execution);
  return { status, problem, walk: execution.walk, kept, token: data.token, executionId: data.executionId };
}

/** Arbitrary inputs without a specification. */
const anyUnknown = fc
  .dictionary(
    fc
      .oneof(
        fc.constantFrom(
          ...[
            'constructor',
            'prototype',
            'toString',
            'hasOwnProperty',
            'valueOf',
            'then',
            '__defineGetter__',
          ],
          ...['Email', 'EMAIL', 'email ', 'user_Country', 'inputs', 'checks', 'status', 'custom_fields.vip'],
        ),
        fc.string({ maxLength: 20 }).filter((name) => !name.includes('\u0000')),
      )
      .filter((name) => !(inputNames as readonly string[]).includes(name)),
    fc.oneof(
      fc.constantFrom<unknown>(
        1e308,
        -1e308,
        Number.MAX_SAFE_INTEGER + 2,
        'APPROVED',
        true,
        null,
        { email: 'eve@example.com', user_country: 'DE', transaction_amount: 5_000, vip: true },
        { toJSON: 'x', __defineGetter__: 1, isAdmin: true },
        [['DE']],
      ),
      fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes('\\u0000')),
    ),
    { maxKeys: 6 },
  )
  // Excludes a name that no object can keep, which is refused; see below.
  .filter((unknown) => !JSON.stringify(unknown).includes('"__proto__"'));

/** Arbitrary keys of custom fields, including names of inherited properties. */
const anyKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'toJSON',
    '',
    '0',
    '-0',
    'a.b',
    '~/',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

describe('custom fields', () => {
  it('stores custom fields exactly as sent, or refuses them by name', async () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
    // Unique keys, because any duplicate key is refused.
    const anyFields = fc.uniqueArray(fc.tuple(anyKey, value), { maxLength: 8, selector: ([key]) => key });
    await fc.assert(
      fc.asyncProperty(anyFields, async (fields) => {
        const members = fields.map(([key, is]) => `${JSON.stringify(key)}:${JSON.stringify(is)}`);
        const text = `{${members.join()}}`;
        const sent = JSON.parse(text) as Record<string, unknown>;
        const { status, problem, kept } = await startWith(`{"user_id":"u","custom_fields":${text}}`);
        const bad = Object.keys(sent).filter(
          (key) => key === '__proto__' || key === '' || key.includes('\0'),
        );
        expect(status).toBe(bad.length > 0 || text.includes('\\u0000') ? 400 : 200);
        if (status === 200) expect(Object.entries(kept?.custom_fields ?? {})).toEqual(Object.entries(sent));
        else if (bad.includes('__proto__'))
          expect(problem?.errors.map(({ pointer }) => pointer)).toEqual(['/inputs/custom_fields/__proto__']);
      }),
      { numRuns: 100 },
    );
  });
});

describe('unknown inputs', () => {
  it('ignores unknown inputs in conditions, forms and required inputs, whatever their names', {
    tags: ['DREQ-42'],
  }, async () => {
    const plain = await startWith('{"user_id":"u"}');
    await fc.assert(
      fc.asyncProperty(anyUnknown, async (unknown) => {
        const members = Object.entries(unknown).map(
          ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
        );
        const text = `{${['"user_id":"u"', ...members].join()}}`;
        const started = await startWith(text);
        expect([started.status, started.walk]).toEqual([200, plain.walk]);
        const needing = await startWith(text, needingId);
        expect(needing.problem?.errors?.map(({ pointer }) => pointer)).toEqual(['/inputs/email']);
        const { kept } = started;
        expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
        expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
        // All inputs are stored as sent.
        expect(kept).toEqual(JSON.parse(text));
      }),
      { numRuns: 60 },
    );
  });

  it("shows unknown inputs neither in the page's state nor in a read of the execution", async () => {
    const text =
      '{"user_id":"u","email":"ada@example.com","affiliate":"canary-1","constructor":{"x":"canary-2"},"nested":{"deep":["canary-3"]}}';
    const { token, executionId } = await startWith(text, needingId);
    const page = new Page(service);
    const init = await page.init(token!, undefined, { capabilities: ['form'] });
    await service.runDueJobs();
    const read = await backend.read(executionId!);
    expect(JSON.stringify([init.data, read.data])).not.toContain('canary');
  });

  it.each([
    ['half a surrogate pair in a value', '{"user_id":"u","affiliate":"\\ud800"}'],
    ['half a surrogate pair in a name', '{"user_id":"u","\\ud800":1}'],
    ['half a surrogate pair in a nested value', '{"user_id":"u","a":{"b":[{"c":"x\\udc00"}]}}'],
    ['NUL in a name', '{"user_id":"u","a\\u0000b":1}'],
    ['a name that no object can keep', '{"user_id":"u","__proto__":1}'],
    ['a nested name that no object can keep', '{"user_id":"u","a":[{"__proto__":{}}]}'],
    ['40 levels of lists', `{"user_id":"u","a":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['40 levels of objects', `{"user_id":"u","a":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`],
  ])('refuses unknown inputs that cannot be stored: %s', async (_, text) => {
    const { status, problem } = await startWith(text);
    expect([status, problem?.code]).toEqual([400, 'INVALID_INPUT_FORMAT']);
  });

  it.each([
    ['a list', '"email":["ada@example.com"]', '/inputs/email'],
    ['an object with its own toString', '"email":{"toString":"ada@example.com"}', '/inputs/email'],
    ['a number that is too large', '"transaction_amount":1e999', '/inputs/transaction_amount'],
    ['a number in quotes', '"transaction_amount":"5000"', '/inputs/transaction_amount'],
    ['a text that is not a country', '"user_country":"__proto__"', '/inputs/user_country'],
    ['a custom field with members', '"custom_fields":{"vip":{"yes":true}}', '/inputs/custom_fields/vip'],
    ['custom fields as a list', '"custom_fields":["vip"]', '/inputs/custom_fields'],
  ])('refuses a known input with a value of another type: %s', async (_, member, pointer) => {
    const { status, problem } = await startWith(`{"user_id":"u",${member}}`);
    expect([status, problem?.code]).toEqual([400, 'INVALID_INPUT_FORMAT']);
    expect(new Set(problem?.errors?.map((fault) => fault.pointer))).toEqual(new Set([pointer]));
  });

  it.each(['affiliate_id', '__proto__', 'constructor', 'USER_COUNTRY', 'user_country.length'])(
    'refuses a condition on an unknown input: inputs.%s',
    (name) => {
      const asking = structuredClone(definition) as { nodes: { large: { if: unknown } } };
      asking.nodes.large.if = { fact: `inputs.${name}`, is: 'present' };
      expect(workflowDefinitionSchema.safeParse(asking).success).toBe(false);
    },
  );

  it('refuses unknown inputs among the answers to a form, by name', async () => {
    const { token } = await startWith('{"user_id":"u"}');
    const page = new Page(service);
    await page.init(token!, undefined, { capabilities: ['form'] });
    await page.post('begin');
    const good = '"email":"ada@example.com","user_country":"DE"';
    for (const odd of [
      '"affiliate_id":1',
      '"constructor":{}',
      '"hasOwnProperty":true',
      '"user_id":"v"',
      '"transaction_amount":5000',
    ]) {
      const answers = JSON.parse(`{${good},${odd}}`) as object;
      const { status, problem } = await page.post('steps/form/attempts/1/answers', { answers });
      expect(status).toBe(400);
      expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([`/answers/${odd.split('"')[1]}`]);
    }
    const state = await page.state();
    expect(state.data).toMatchObject({ awaiting: 'user', step: { kind: 'form' } });
  });
});
