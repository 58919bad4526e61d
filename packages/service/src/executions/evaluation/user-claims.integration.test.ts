import type { DocumentName } from '@vendor/checks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Backend, digestOf, documentWorkflow, jpegOf, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../../testing/scripted-evaluator.ts';

const sentClaims = {
  user_fullname: 'Ada Obi',
  user_firstname: 'Ada',
  user_lastname: 'Obi',
  user_dob: '1990-01-02',
  user_country: 'NG',
};
const documentClaims = { fullName: 'GRACE NGOZI EZE', birthDate: '1985-05-05', country: 'GH' };
const list = {
  id: 'ours',
  format: 'simple-csv' as const,
  source: 'An example',
  version: 1,
  importedAt: 1,
  entries: 1,
  names: 1,
  file: '/lists/ours.1.db',
};

/** Source of the user's data that a check uses. */
type Source = 'sent' | 'form' | 'document' | 'sent before the document' | 'form before the document';

let service: InProcessService;
let backend: Backend;
let accountId: string;
let page: Page;
const { document } = documentWorkflow.nodes;
const form = { kind: 'form', fields: Object.keys(sentClaims).map((name) => ({ name })), next: 'check' };

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  service.watchlists.push(list);
});
afterAll(() => service.close());
beforeEach(() => {
  service.registerQuestions.length = 0;
  for (const tasks of [
    service.evaluator.tasks,
    service.evaluator.screeningTasks,
    service.evaluator.addressTasks,
    service.evaluator.cardTasks,
    service.evaluator.ipTasks,
    service.evaluator.numberTasks,
  ])
    tasks.length = 0;
});

/** Walks an execution to its check, with the user's data from the given source. */
async function walkToCheck(
  source: Source,
  check: object,
  inputs: Record<string, unknown> = {},
  names: DocumentName | null = { givenNames: 'GRACE NGOZI', surname: 'EZE', isCut: false },
): Promise<string> {
  const withForm = source.startsWith('form');
  const withDocument = source.endsWith('document');
  const evaluation = evaluatedDocument();
  if (evaluation.kind !== 'evaluated') throw new Error('The document is not evaluated.');
  const extracted = { ...evaluation.extracted, ...documentClaims };
  if (withDocument) service.evaluator.documents.push({ ...evaluation, extracted, names });
  const first = withDocument ? 'document' : withForm ? 'form' : 'check';
  const nodes = {
    ...(withDocument && { document: { ...document, next: withForm ? 'form' : 'check' } }),
    ...(withForm && { form }),
    check: { next: 'end', ...check },
    end: { kind: 'end' },
  };
  const workflowId = await service.addWorkflow(accountId, { start: first, nodes });
  const sent = source.startsWith('sent') ? sentClaims : {};
  const started = await backend.start({ workflowId, inputs: { user_id: 'u', ...inputs, ...sent } });
  expect(started.status, JSON.stringify(started.problem)).toBe(200);
  page = new Page(service);
  await page.init(started.data.token, undefined, {
    capabilities: ['document', 'address', 'card', 'form', 'form-2'],
  });
  await page.post('begin');
  if (withDocument) {
    await page.submitPassport();
    await service.runDueJobs();
  }
  if (withForm) {
    const answered = await page.post('steps/form/attempts/1/answers', { answers: sentClaims });
    expect(answered.status, JSON.stringify(answered.problem)).toBe(200);
  }
  return started.data.executionId;
}

/** Submits the capture that the check asks for. */
async function submitCapture(slot: string, chosen?: string): Promise<void> {
  const bytes = jpegOf(slot);
  await page.put(`steps/check/attempts/1/captures/${slot}`, bytes);
  const body = { captures: { [slot]: digestOf(bytes) }, ...(chosen && { documentType: chosen }) };
  const { status, problem } = await page.post('steps/check/attempts/1/submit', body);
  expect(status, JSON.stringify(problem)).toBe(200);
}

const fromUser = ['Ada Obi', '1990-01-02'];
const fromDocument = ['GRACE NGOZI EZE', '1985-05-05'];
const anySource: readonly Source[] = [
  'sent',
  'form',
  'document',
  'sent before the document',
  'form before the document',
];

describe('an AML screening', () => {
  it.each([
    ['sent', [fromUser], ['NG']],
    ['form', [fromUser], ['NG']],
    ['document', [fromDocument], ['GH']],
    ['sent before the document', [fromUser, fromDocument], ['NG', 'GH']],
    ['form before the document', [fromUser, fromDocument], ['NG', 'GH']],
  ] as const)('searches for the person known from: %s', async (source, people, countries) => {
    await walkToCheck(source, { kind: 'aml', name: source.endsWith('document') ? 'document' : 'trigger' });
    await service.runDueJobs();
    const { screeningTasks } = service.evaluator;
    expect(screeningTasks.map(({ fullName, birthDate }) => [fullName, birthDate])).toEqual(people);
    for (const task of screeningTasks) expect(task.countries).toEqual(countries);
  });
});

describe('a national number', () => {
  const node = (source: Source) => ({
    kind: 'national-id',
    number: 'NIN',
    holder: source.endsWith('document') ? 'document' : 'trigger',
  });
  it.each(anySource)('asks its register about the person known from: %s', async (source) => {
    await walkToCheck(source, node(source), { nin: '12345678901' });
    await service.runDueJobs();
    expect(service.registerQuestions).toMatchObject([
      source === 'document'
        ? { firstName: 'GRACE', middleName: 'NGOZI', lastName: 'EZE', dateOfBirth: '1985-05-05' }
        : { firstName: 'Ada', middleName: null, lastName: 'Obi', dateOfBirth: '1990-01-02' },
    ]);
  });

  it.each<[string, DocumentName | null]>([
    ['was not read', null],
    ['is cut off', { givenNames: 'GRACE NGO', surname: 'EZE', isCut: true }],
    ['is a single word', { givenNames: '', surname: 'EZE', isCut: false }],
  ])('asks no register if the name on the document %s', async (_, names) => {
    const executionId = await walkToCheck('document', node('document'), { nin: '12345678901' }, names);
    await service.runDueJobs();
    expect(service.evaluator.numberTasks).toHaveLength(1);
    expect(service.registerQuestions).toEqual([]);
    const { data: execution } = await backend.read<{ status: string }>(executionId);
    expect(execution.status).toBe('REVIEW');
  });
});

describe('a proof of address', () => {
  it.each(anySource)('compares the letter with the name known from: %s', async (source) => {
    await walkToCheck(source, { kind: 'address' });
    await submitCapture('address');
    await service.runDueJobs();
    const expected = source === 'document' ? fromDocument[0] : fromUser[0];
    expect(service.evaluator.addressTasks.map((task) => task.expected.fullName)).toEqual([expected]);
  });
});

describe('a payment card', () => {
  it.each(anySource)('compares the card with the name known from: %s', async (source) => {
    await walkToCheck(source, { kind: 'card', sendName: !source.endsWith('document') });
    await submitCapture('card-front');
    await service.runDueJobs();
    // The name on the document is used unless the node says that a name is sent.
    const expected = source.endsWith('document') ? fromDocument[0] : fromUser[0];
    expect(service.evaluator.cardTasks.map((task) => task.expectedName)).toEqual([expected]);
  });
});

describe('a document', () => {
  it.each(anySource)('compares name and birth date with the person known from: %s', async (source) => {
    const sendName = !source.endsWith('document');
    await walkToCheck(source, { ...document, next: 'end', sendName, sameHolder: !sendName });
    service.evaluator.tasks.length = 0;
    await submitCapture('front', 'PASSPORT');
    await service.runDueJobs();
    // The node chooses the source of the name; a birth date that was sent is always compared.
    const name = sendName ? fromUser[0] : fromDocument[0];
    const birthDate = source === 'document' ? fromDocument[1] : fromUser[1];
    expect(service.evaluator.tasks.map(({ expected }) => expected)).toEqual([
      { fullName: name, dateOfBirth: birthDate },
    ]);
  });
});

describe('an incomplete name on a document', () => {
  const cut = { givenNames: 'GRACE NGO', surname: 'EZE', isCut: true };
  const alone = { givenNames: '', surname: 'EZE', isCut: false };

  it.each<[string, DocumentName, ReturnType<typeof evaluatedDocument> | undefined, string]>([
    ['cut off', cut, evaluatedDocument({ nameMatchCheckResult: 'PASS' }), 'APPROVED'],
    ['a single word', alone, evaluatedDocument({ nameMatchCheckResult: 'PASS' }), 'APPROVED'],
    ['cut off', cut, evaluatedDocument({ nameMatchCheckResult: 'REVIEW' }), 'REVIEW'],
    ['a single word', alone, evaluatedDocument({ nameMatchCheckResult: 'FAIL' }), 'DECLINED'],
  ])(
    'compares a name that is %s, in its parts, with the next document',
    async (_, names, evaluation, status) => {
      const executionId = await walkToCheck('document', { ...document, sameHolder: true }, {}, names);
      service.evaluator.tasks.length = 0;
      if (evaluation) service.evaluator.documents.push(evaluation);
      await submitCapture('front', 'PASSPORT');
      await service.runDueJobs();
      expect(service.evaluator.tasks.map(({ expected }) => expected)).toEqual([
        { fullName: names, dateOfBirth: fromDocument[1] },
      ]);
      const { data } = await backend.read<{ status: string }>(executionId);
      expect(data.status).toBe(status);
    },
  );

  it.each([cut, alone])('compares the parts of an incomplete name with letters and cards', async (names) => {
    await walkToCheck('document', { kind: 'address' }, {}, names);
    await submitCapture('address');
    await service.runDueJobs();
    expect(service.evaluator.addressTasks.map((task) => task.expected.fullName)).toEqual([names]);
    await walkToCheck('document', { kind: 'card', sendName: false }, {}, names);
    await submitCapture('card-front');
    await service.runDueJobs();
    expect(service.evaluator.cardTasks.map((task) => task.expectedName)).toEqual([names]);
  });

  it('sends the execution to REVIEW, without a comparison, if no name was read', async () => {
    const executionId = await walkToCheck('document', { ...document, sameHolder: true }, {}, null);
    service.evaluator.tasks.length = 0;
    await submitCapture('front', 'PASSPORT');
    await service.runDueJobs();
    expect(service.evaluator.tasks.map(({ expected }) => expected.fullName)).toEqual([null]);
    const { data } = await backend.read<{ status: string }>(executionId);
    expect(data.status).toBe('REVIEW');
  });
});

describe('an IP address check', () => {
  it.each([
    ['sent', ['NG']],
    ['form', ['NG']],
    ['document', ['GH']],
    ['form before the document', ['NG', 'GH']],
  ] as const)('uses the countries known from: %s', async (source, countries) => {
    await walkToCheck(source, { kind: 'ip' }, { ip: '203.0.113.7' });
    await service.runDueJobs();
    expect(service.evaluator.ipTasks.map((task) => task.countries)).toEqual([countries]);
  });
});
