import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Backend, digestOf, documentWorkflow, jpegOf, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';

const texts = { en: { title: 'Proof of income', instructions: 'Show your payslips.' } };
const workflow = {
  start: 'document',
  nodes: {
    document: { ...documentWorkflow.nodes.document, next: 'payslips' },
    payslips: { kind: 'evidence', texts, next: 'contact' },
    contact: { kind: 'form', fields: [{ name: 'email' }], next: 'selfie' },
    selfie: { kind: 'selfie', next: 'residence' },
    residence: { kind: 'form', fields: [{ name: 'user_country' }], next: 'end' },
    end: { kind: 'end' },
  },
};

const picture = jpegOf('a');
const shown = digestOf(picture);
/** Steps in the order in which the user sees them, each with an acceptable submission. */
const steps = [
  { id: 'document', slot: 'front', submission: { documentType: 'PASSPORT', captures: { front: shown } } },
  { id: 'payslips', slot: 'evidence-1', submission: { captures: { 'evidence-1': shown } } },
  { id: 'contact', answers: { email: 'ada@example.com' } },
  { id: 'selfie', slot: 'selfie-1', submission: { captures: { 'selfie-1': shown } } },
  { id: 'residence', answers: { user_country: 'DE' } },
] as const;
type Step = (typeof steps)[number];

let service: InProcessService;
let backend: Backend;
let workflowId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, workflow);
});
afterAll(() => service.close());

const addressOf = ({ id }: Step) => `steps/${id}/attempts/1`;

/** Makes a user who has completed all steps before the given one. */
async function arriveAt(awaited: Step) {
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1' } });
  const page = new Page(service);
  await page.init(data.token, undefined, { capabilities: ['document', 'evidence', 'form', 'selfie'] });
  await page.post('begin');
  for (const step of steps.slice(0, steps.indexOf(awaited))) await completeStep(page, step);
  return { page, executionId: data.executionId };
}

/** Submits what a step asks for, and runs the check. */
async function completeStep(page: Page, step: Step) {
  if ('answers' in step) await page.post(`${addressOf(step)}/answers`, { answers: step.answers });
  else {
    await page.put(`${addressOf(step)}/captures/${step.slot}`, picture);
    await page.post(`${addressOf(step)}/submit`, step.submission);
  }
  await service.runDueJobs();
}

const storedOf = (executionId: string) =>
  service.database.main.selectFrom('captures').selectAll().where('execution_id', '=', executionId).execute();

/** Sends every kind of request to a step's address, with data for that step and for the awaited one, complete and empty. */
async function sendAll(page: Page, at: Step, awaited: Step) {
  const address = addressOf(at);
  const sent: [string, { status: number; problem: { code: string } }][] = [];
  const slots = new Set(steps.flatMap((step) => ('slot' in step ? [step.slot] : [])));
  for (const slot of slots) {
    for (const bytes of [picture, new Uint8Array()])
      sent.push([
        `PUT ${bytes.length} bytes as ${slot}`,
        await page.put(`${address}/captures/${slot}`, bytes),
      ]);
  }
  const submissions = [at, awaited].flatMap((step) => ('submission' in step ? [step.submission] : []));
  for (const body of [...submissions, { documentType: 'PASSPORT', captures: {} }, { captures: {} }])
    sent.push([`submit ${JSON.stringify(body)}`, await page.post(`${address}/submit`, body)]);
  const forms = [at, awaited].flatMap((step) => ('answers' in step ? [step.answers] : []));
  for (const answers of [...forms, {}])
    sent.push([`answer ${JSON.stringify(answers)}`, await page.post(`${address}/answers`, { answers })]);
  return sent.map(([what, { status, problem }]) => [what, status, problem.code]);
}

const skips = steps.flatMap((awaited, index) =>
  steps.slice(index + 1).map((later) => [later.id, awaited.id, later, awaited] as const),
);

describe('later step', () => {
  it.each(skips)('refuses data for the step %s while %s is awaited', async (_, __, later, awaited) => {
    const { page, executionId } = await arriveAt(awaited);
    // Stores the capture of the awaited step first, so that a skipped check could succeed.
    if ('slot' in awaited) await page.put(`${addressOf(awaited)}/captures/${awaited.slot}`, picture);
    const before = [(await page.state()).data, await storedOf(executionId)];
    expect(before[0]).toMatchObject({ awaiting: 'user', step: { id: awaited.id, attempt: 1 } });
    const replies = await sendAll(page, later, awaited);
    expect(replies).toEqual(replies.map(([what]) => [what, 409, 'STEP_NOT_AWAITED']));
    expect([(await page.state()).data, await storedOf(executionId)]).toEqual(before);
  });

  it.each(steps.slice(1).map((later) => [later.id, later] as const))(
    'refuses data for the step %s while the first step is judged',
    async (_, later) => {
      const [first] = steps;
      const { page, executionId } = await arriveAt(first);
      await page.put(`${addressOf(first)}/captures/${first.slot}`, picture);
      await page.post(`${addressOf(first)}/submit`, first.submission);
      const before = [(await page.state()).data, await storedOf(executionId)];
      expect(before[0]).toMatchObject({ awaiting: 'checks' });
      const replies = await sendAll(page, later, first);
      expect(replies).toEqual(replies.map(([what]) => [what, 409, 'STEP_NOT_AWAITED']));
      expect([(await page.state()).data, await storedOf(executionId)]).toEqual(before);
      await service.runDueJobs();
    },
  );
});
