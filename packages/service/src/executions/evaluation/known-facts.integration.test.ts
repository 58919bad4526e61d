import type { ClientInitResponse, Execution } from '@vendor/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';

const address = '81.2.69.142';
const nodes = {
  known: {
    kind: 'condition',
    if: { fact: 'inputs.ip', is: 'equal-to', value: address },
    next: 'known-end',
    else: 'other-end',
  },
  'known-end': { kind: 'end', status: 'DECLINED' },
  'other-end': { kind: 'end', status: 'APPROVED' },
};

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

/** Starts a workflow, and opens it in a browser with that address. */
async function open(workflow: object, inputs: object = {}) {
  const workflowId = await service.addWorkflow(accountId, workflow);
  const allInputs = { user_id: 'u', email: 'ada@shop.example', ...inputs };
  const { data } = await backend.start({ workflowId, inputs: allInputs });
  const page = new Page(service);
  const capabilities = ['document', 'form'];
  const reply = await service.app.request(
    '/orchestration-api/v1/client/init',
    {
      method: 'POST',
      headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sdkVersion: '1.0.0', capabilities, nonce: 'nonce-of-16-chars' }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  );
  page.sessionKey = ((await reply.json()) as { data: ClientInitResponse }).data.sessionKey;
  return { page, id: data.executionId };
}
const statusOf = async (id: string) => {
  await service.runDueJobs();
  return (await backend.read<Execution>(id)).data.status;
};

describe("the browser's address in conditions", () => {
  it("uses the browser's address as a missing input once the user has answered a form", async () => {
    const form = { kind: 'form', fields: [{ name: 'user_zip' }], next: 'known' };
    const ask = async (inputs: object) => {
      const { page, id } = await open({ start: 'form', nodes: { form, ...nodes } }, inputs);
      await page.post('begin');
      await page.post('steps/form/attempts/1/answers', { answers: { user_zip: '10115' } });
      return statusOf(id);
    };
    expect(await ask({})).toBe('DECLINED');
    expect(await ask({ ip: '198.51.100.1' })).toBe('APPROVED');
  });

  it("knows the browser's address after a check with captures", async () => {
    const document = { ...documentWorkflow.nodes.document, next: 'known' };
    const { page, id } = await open({ start: 'document', nodes: { document, ...nodes } });
    await page.post('begin');
    await page.submitPassport();
    expect(await statusOf(id)).toBe('DECLINED');
  });

  it("knows the browser's address after a check that waits for it, and not before, even if the browser connects early", async () => {
    const ip = { kind: 'ip', next: 'known' };
    const behind = await open({ start: 'ip', nodes: { ip, ...nodes } });
    expect(await statusOf(behind.id)).toBe('DECLINED');
    const before = await open({
      start: 'email',
      nodes: {
        email: { kind: 'email', next: 'known' },
        ...nodes,
        known: { ...nodes.known, next: 'ip' },
        ip: { kind: 'ip', next: 'known-end' },
      },
    });
    expect(await statusOf(before.id)).toBe('APPROVED');
  });
});
