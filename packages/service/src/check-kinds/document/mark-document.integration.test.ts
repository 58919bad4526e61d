import type { Execution } from '@vendor/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { Backend, documentWorkflow, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../../testing/scripted-evaluator.ts';
import { createPurgeStore } from '../../db/retention/purge-store.ts';
import { documentMarkings } from './mark-document.ts';

let service: InProcessService;
let backend: Backend;
let accountId: string;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
});
afterEach(() => service.close());

type Definition = { start: string; nodes: Record<string, object> };
/** Runs an execution that shows a passport; by default, always the same one. */
async function show(
  user: string,
  {
    number = 'L898902C3' as string | null,
    integrity = 'PASS' as 'PASS' | 'REVIEW',
    born = { birthDate: '1974-08-12', age: 55 },
    of = backend,
    account = accountId,
    definition = documentWorkflow as Definition,
  } = {},
) {
  const evaluation = evaluatedDocument({ dataIntegrityCheckResult: integrity });
  if (evaluation.kind !== 'evaluated') throw new Error('The document is not evaluated.');
  const extracted = { ...evaluation.extracted, documentNumber: number, ...born };
  service.evaluator.documents.push({ ...evaluation, extracted });
  const workflowId = await service.addWorkflow(account, definition);
  const { data } = await of.start({ workflowId, inputs: { user_id: user } });
  const page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
  await page.submitPassport();
  await service.runDueJobs();
  return (await of.read<Execution>(data.executionId)).data;
}
const found = ({ checks }: Execution) => checks?.[0]?.duplicatesFound;

describe('a document that another user has shown', () => {
  it('reports DUPLICATE_DOCUMENT without changing the status', { tags: ['S2.6-18'] }, async () => {
    expect(found(await show('u-1'))).toBe(false);
    expect(await show('u-2')).toMatchObject({
      status: 'APPROVED',
      checks: [{ status: 'APPROVED', duplicatesFound: true, statusDetail: 'DUPLICATE_DOCUMENT' }],
    });
  });

  it('reports DUPLICATE_DOCUMENT whatever century of the birth date a user gives', {
    tags: ['S2.6-18'],
  }, async () => {
    const child = { birthDate: '2014-03-05', age: 12 };
    const old = { birthDate: '1914-03-05', age: 112 };
    expect(found(await show('u-1', { born: child }))).toBe(false);
    expect(found(await show('u-2', { born: old }))).toBe(true);
    expect(found(await show('u-3', { born: old, number: 'L898902C4' }))).toBe(false);
    expect(found(await show('u-4', { born: child, number: 'L898902C4' }))).toBe(true);
  });

  it('matches marks of earlier versions', () => {
    const read = { documentNumber: 'L1', country: 'UT', birthDate: '1974-08-12', age: 55 };
    const valueWith = (date: string) => JSON.stringify(['L1', 'UT', date]);
    expect(documentMarkings(read)).toEqual([{ kind: 'document', value: valueWith('1974-08-12') }]);
    expect(documentMarkings({ ...read, birthDate: '1914-03-05', age: 112 })).toEqual([
      { kind: 'document', value: valueWith('2014-03-05') },
      { kind: 'document', value: valueWith('1914-03-05') },
    ]);
  });

  it('reports no duplicate of the same user, of another account, or of a test', {
    tags: ['S2.6-18'],
  }, async () => {
    await show('u-1');
    expect(found(await show('u-1'))).toBe(false);
    const other = await service.addAccount('Another shop');
    const theirs = { of: new Backend(service, other.apiKey), account: other.id };
    expect(found(await show('u-2', theirs))).toBe(false);
    const tests = new Backend(service, await service.addApiKey(accountId, null, 'test'));
    expect(found(await show('u-3', { of: tests }))).toBe(false);
  });

  it('does not search if the document was not read reliably', async () => {
    expect(found(await show('u-1', { number: null }))).toBeNull();
    expect(found(await show('u-1', { integrity: 'REVIEW' }))).toBeNull();
  });

  it('leaves no mark once the earlier execution is purged', { tags: ['S2.6-18'] }, async () => {
    const { id } = await show('u-1');
    await createPurgeStore(service.database, service.seal).purge(id, service.clock.now(), operator);
    expect(await service.database.main.selectFrom('user_marks').selectAll().execute()).toEqual([]);
    expect(found(await show('u-2'))).toBe(false);
  });

  it('lets conditions of the workflow test for duplicates', async () => {
    const { document } = documentWorkflow.nodes;
    const definition = {
      start: 'document',
      nodes: {
        document: { ...document, next: 'question' },
        question: {
          kind: 'condition',
          if: { fact: 'checks.document.duplicatesFound', is: 'equal-to', value: true },
          next: 'review',
          else: 'end',
        },
        review: { kind: 'end', status: 'REVIEW' },
        end: { kind: 'end' },
      },
    };
    expect((await show('u-1', { definition })).status).toBe('APPROVED');
    expect((await show('u-2', { definition })).status).toBe('REVIEW');
  });
});
