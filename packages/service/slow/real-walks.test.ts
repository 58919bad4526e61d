import type { CaptureSlot, ClientState, InputName, Inputs } from '@vendor/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { knownFacts } from '../src/executions/evaluation/known-facts.ts';
import { assumedFactsSchema } from '../src/workflows/assumed-facts.ts';
import { nodeOf } from '../src/workflows/definition.ts';
import { dryRun } from '../src/workflows/dry-run.ts';
import { requiredInputs } from '../src/workflows/required-inputs.ts';
import { anyDefinition, inputValues, nodesOfKind } from '../testing/any-workflow.ts';
import { Backend, digestOf, jpegOf, Page } from '../testing/client.ts';
import { deviceReport } from '../testing/device-report.ts';
import { InProcessService } from '../testing/in-process-service.ts';
import { evaluatedDocument, evaluatedPhone } from '../testing/scripted-evaluator.ts';

let service: InProcessService;
let backend: Backend;
let accountId: string;
let users = 0;
/** Kinds of checks that were reached. */
const reached = new Set<string>();

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
});
afterAll(() => service.close());

const outcome = fc.constantFrom('PASS', 'PASS', 'REVIEW', 'FAIL');
const anyScenario = fc.record({
  outcomes: fc.array(outcome, { minLength: 10, maxLength: 10 }),
  sent: fc.array(fc.constantFrom(...(Object.keys(inputValues) as InputName[])), { maxLength: 10 }),
  answersOptional: fc.boolean(),
});
type Outcome = 'PASS' | 'REVIEW' | 'FAIL';

/** Sets the outcome of the next check of some kinds; the others pass. */
function script(found: Outcome): void {
  const { evaluator } = service;
  const document = evaluatedDocument({ dataIntegrityCheckResult: found });
  const codes = found === 'PASS' ? [] : [{ outcome: found }];
  const email = codes.map(({ outcome }) => ({ code: 'EMAIL_DOMAIN_DISPOSABLE', outcome }) as const);
  const phone = codes.map(({ outcome }) => ({ code: 'PHONE_LINE_TYPE_VOIP', outcome }) as const);
  for (const queue of [evaluator.documents, evaluator.emails, evaluator.phones]) queue.length = 0;
  evaluator.documents.push(document);
  evaluator.emails.push({ outcome: found, findings: email });
  evaluator.phones.push(evaluatedPhone({ outcome: found, findings: phone }));
}

/** Uploads and submits the captures of a step. */
async function submitCaptures(page: Page, { step }: ClientState): Promise<void> {
  if (!step || step.kind === 'form') throw new Error('No captures are awaited.');
  const slots: CaptureSlot[] =
    step.kind === 'document'
      ? ['front']
      : step.kind === 'selfie'
        ? step.poses.map((_, index) => `selfie-${index + 1}` as CaptureSlot)
        : step.kind === 'card'
          ? ['card-front']
          : [step.kind === 'address' ? 'address' : 'evidence-1'];
  const captures: Record<string, string> = {};
  for (const slot of slots) {
    const bytes = jpegOf(`${step.id} ${slot} ${users}`);
    service.clock.time += 2_500;
    const put = await page.put(`steps/${step.id}/attempts/${step.attempt}/captures/${slot}`, bytes);
    expect(put.status, JSON.stringify(put.problem)).toBe(200);
    captures[slot] = digestOf(bytes);
  }
  const body = { captures, ...(step.kind === 'document' && { documentType: 'PASSPORT' }) };
  const { status, problem } = await page.post(`steps/${step.id}/attempts/${step.attempt}/submit`, body);
  expect(status, JSON.stringify(problem)).toBe(200);
}

it('takes the path of a dry run through any workflow, to the same end', async () => {
  await fc.assert(
    fc.asyncProperty(anyDefinition, anyScenario, async (definition, scenario) => {
      const { store, vault } = service.services;
      const names = new Set<InputName>([...requiredInputs(definition), ...scenario.sent]);
      const inputs = Object.fromEntries(
        [...names].map((name) => [name, name === 'user_id' ? `u${users++}` : inputValues[name]]),
      );
      const workflowId = await service.addWorkflow(accountId, definition);
      script(scenario.outcomes[0]!);
      const started = await backend.start({ workflowId, inputs });
      expect(started.status, JSON.stringify(started.problem)).toBe(200);
      const { executionId, token } = started.data;
      const page = new Page(service);
      const answers: Record<string, Partial<Inputs>> = {};
      const capabilities = ['document', 'selfie', 'address', 'card', 'evidence', 'form', 'form-2'];
      await page.init(token, undefined, { capabilities });
      // Refused for workflows without a device check.
      await page.post('device', deviceReport());
      await page.post('begin');
      for (let steps = 0; ; steps += 1) {
        expect(steps).toBeLessThan(30);
        script(scenario.outcomes[steps % 10]!);
        await service.runDueJobs();
        const { data: state } = await page.state();
        if (state.awaiting === 'none') break;
        if (state.awaiting === 'checks') {
          // Checks that wait for a device report continue without it.
          service.clock.time += 60_000;
          continue;
        }
        if (state.step?.kind !== 'form') {
          await submitCaptures(page, state);
          continue;
        }
        const asked = state.step.fields.filter(({ required }) => required || scenario.answersOptional);
        const given = Object.fromEntries(asked.map(({ name }) => [name, inputValues[name]]));
        answers[state.step.id] = given;
        const replied = await page.post(`steps/${state.step.id}/attempts/1/answers`, { answers: given });
        expect(replied.status, JSON.stringify(replied.problem)).toBe(200);
      }
      const execution = (await store.find(executionId))!;
      const { checks } = await knownFacts({ vault }, store, execution, definition);
      const steps = dryRun(definition, assumedFactsSchema.parse({ inputs, answers, checks }));
      const { walk } = execution;
      expect(steps.flatMap((step) => (step.kind === 'condition' ? [[step.node, step.taken]] : []))).toEqual(
        walk.branches.map(({ nodeId, taken }) => [nodeId, taken]),
      );
      expect(
        steps.flatMap((step) => (step.kind === 'form' ? (step.asks.length > 0 ? [step.node] : []) : [])),
      ).toEqual(walk.answered);
      expect(
        steps.flatMap((step) => ('status' in step && step.kind !== 'end' ? [[step.node, step.status]] : [])),
      ).toEqual(walk.decided.map(({ nodeId, status }) => [nodeId, status]));
      expect(steps.at(-1)).toMatchObject({ kind: 'end', node: walk.at, status: walk.outcome?.status });
      expect(execution.status).toBe(walk.outcome?.status);
      for (const { nodeId } of walk.decided) reached.add(nodeOf(definition, nodeId).kind);
      for (const nodeId of walk.answered) reached.add(nodeOf(definition, nodeId).kind);
    }),
    { numRuns: 200 },
  );
  expect([...reached].sort()).toEqual(Object.keys(nodesOfKind).sort());
}, 240_000);
