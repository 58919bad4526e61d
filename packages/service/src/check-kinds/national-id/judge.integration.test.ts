import type { Execution } from '@vendor/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Backend } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';

const inputs = {
  user_id: 'u',
  user_firstname: 'Ada',
  user_lastname: 'Obi',
  user_dob: '1990-01-02',
  nin: '12345678901',
};
const agreed = { outcome: 'PASS', number: 'PASS', register: 'PASS', findings: [] } as const;

let service: InProcessService;
let accountId: string;
let backend: Backend;
beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
});
afterEach(() => service.close());

/** Runs a check of the number and returns it once it is decided. */
async function checkOf(node: object = {}, of = backend) {
  const workflowId = await service.addWorkflow(accountId, {
    start: 'number',
    nodes: { number: { kind: 'national-id', number: 'NIN', next: 'end', ...node }, end: { kind: 'end' } },
  });
  const { executionId } = (await of.start({ workflowId, inputs })).data;
  await service.runDueJobs();
  return (await of.read<Execution>(executionId)).data.checks?.[0];
}

describe('a national number', () => {
  it('asks the register with the known data of the user, and judges by its answer', {
    tags: ['S1-20'],
  }, async () => {
    service.registerAnswers.push('MATCH');
    service.evaluator.numbers.push({ ...agreed, register: 'NOT_PERFORMED' }, agreed);
    expect(await checkOf()).toMatchObject({ status: 'APPROVED', statusDetail: 'NIN' });
    expect(service.registerQuestions).toEqual([
      {
        kind: 'NIN',
        number: inputs.nin,
        firstName: 'Ada',
        middleName: null,
        lastName: 'Obi',
        dateOfBirth: '1990-01-02',
      },
    ]);
    expect(service.evaluator.numberTasks.map(({ register }) => register)).toEqual([null, 'MATCH']);
  });

  it('declines the number of another person with the finding', async () => {
    service.registerAnswers.push('NO_MATCH');
    const code = 'NATIONAL_ID_REGISTER_DIFFERS';
    const differs = { ...agreed, register: 'FAIL', findings: [{ code, outcome: 'FAIL' }] } as const;
    service.evaluator.numbers.push(agreed, differs);
    expect(await checkOf()).toMatchObject({ status: 'DECLINED', statusDetail: `NIN: ${code}` });
  });

  it('sends the execution to REVIEW if there is no register', async () => {
    expect(await checkOf()).toMatchObject({ status: 'REVIEW' });
    expect(service.registerQuestions).toHaveLength(1);
    expect(service.evaluator.numberTasks).toHaveLength(1);
  });

  it('asks no register if the workflow does not require it, the number is invalid, or in test mode', async () => {
    expect(await checkOf({ requires: ['number'] })).toMatchObject({ status: 'APPROVED' });
    service.evaluator.numbers.push({ ...agreed, number: 'FAIL', register: 'NOT_PERFORMED' });
    expect(await checkOf()).toMatchObject({ status: 'DECLINED' });
    const test = new Backend(service, await service.addApiKey(accountId, null, 'test'));
    expect(await checkOf({}, test)).toMatchObject({ status: 'REVIEW' });
    expect(service.registerQuestions).toEqual([]);
  });

  it('retries if the register does not answer, and ends with ERROR if it never does', async () => {
    const references = new Set<string>();
    let tries = 0;
    Object.assign(service.services.registers, {
      ask: async (_question: object, reference: string) => {
        tries += 1;
        references.add(reference);
        throw new Error('The register answered 503.');
      },
    });
    expect(await checkOf()).toMatchObject({ status: 'ERROR', statusDetail: 'NIN: CHECK_NOT_CARRIED_OUT' });
    expect([tries, references.size]).toEqual([5, 1]);
  });

  it('queries the register for each node separately, with different keys', async () => {
    const asked: string[] = [];
    Object.assign(service.services.registers, {
      ask: async (_question: object, reference: string) => {
        asked.push(reference);
        return 'MATCH';
      },
    });
    const node = { kind: 'national-id', number: 'NIN' };
    const workflowId = await service.addWorkflow(accountId, {
      start: 'first',
      nodes: { first: { ...node, next: 'second' }, second: { ...node, next: 'end' }, end: { kind: 'end' } },
    });
    const { executionId } = (await backend.start({ workflowId, inputs })).data;
    await service.runDueJobs();
    await service.runDueJobs();
    expect(asked).toEqual([`${executionId}.first.NIN`, `${executionId}.second.NIN`]);
  });
});
