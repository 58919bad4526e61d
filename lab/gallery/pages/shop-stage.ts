import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { startBuiltServer } from './built-server.ts';
import type { PageStage } from './page-scene.ts';
import { openScriptedService, type StartAnswer } from './scripted-service.ts';

const workflowId = '0b9d4a5e-7c5f-4d3b-8f43-5a1c2e6d7f80';

/** Opens the demo's page in every state of its card and panels. */
export async function openShopStage(): Promise<PageStage> {
  const service = await openScriptedService();
  const key = randomBytes(32);
  const settings = {
    baseUrl: service.url,
    apiKey: 'unused',
    webhookSecret: `whsec_${key.toString('base64')}`,
    workflows: [{ id: workflowId, name: 'Identity document' }],
  };
  const shop = await startBuiltServer({
    script: 'demo/dist/server.js',
    portVariable: 'DEMO_PORT',
    files: { 'dev.json': JSON.stringify(settings) },
  });

  const open = (page: Page) => page.goto(shop.url);
  const waitForState = (page: Page, state: string) => page.locator(`#card[data-state=${state}]`).waitFor();
  const verify = (page: Page) => page.locator('#verify').click();

  /** Starts a verification for a customer; returns the execution's id. */
  async function beginVerification(page: Page, requiresClientInit = true): Promise<string> {
    const { executionId, answer } = startedAnswer(requiresClientInit);
    service.answer = answer;
    await open(page);
    await page.request.post(`${shop.url}/verification`, {
      data: { workflowId, startAnew: false },
    });
    await waitForState(page, requiresClientInit ? 'resumable' : 'waiting');
    return executionId;
  }

  /** Delivers a signed outcome like the service (Standard Webhooks). */
  async function deliver(executionId: string, status: string, checks: readonly object[] = []): Promise<void> {
    const event = 'orchestration/workflow_execution_finished';
    const body = JSON.stringify({
      event,
      timestamp: new Date().toISOString(),
      data: { id: executionId, status, checks },
    });
    const id = `msg_${randomUUID()}`;
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
      'webhook-sequence': '1',
    };
    const reply = await fetch(`${shop.url}/webhooks`, { method: 'POST', headers, body });
    if (!reply.ok) throw new Error(`The shop refused its webhook: ${reply.status}.`);
  }

  const outcome = (status: string, state: string, checks?: readonly object[]) => ({
    async reach(page: Page) {
      await deliver(await beginVerification(page), status, checks);
      await waitForState(page, state);
    },
  });

  async function askForContact(page: Page): Promise<void> {
    service.answer = faultsIn('/inputs/email', '/inputs/phone_number');
    await open(page);
    await verify(page);
    await waitForState(page, 'inputs');
  }

  return {
    scenes: {
      ready: { reach: async (page) => void (await open(page)) },
      busy: {
        async reach(page) {
          service.answer = new Promise(() => {});
          await open(page);
          await verify(page);
          await page.locator('#verify[aria-disabled]').waitFor();
        },
      },
      inputs: { reach: askForContact },
      'inputs-fault': {
        async reach(page) {
          await askForContact(page);
          await page.locator('#email').fill('anna@');
          await page.locator('#phone').fill('07400 123456');
          await verify(page);
          await page.locator('#phone-fault').waitFor();
        },
      },
      resumable: { reach: async (page) => void (await beginVerification(page)) },
      waiting: { reach: async (page) => void (await beginVerification(page, false)) },
      approved: outcome('APPROVED', 'approved', [passportOf('Anna Maria Eriksson')]),
      'approved-long-name': outcome('APPROVED', 'approved', [
        passportOf('Annamariakatharina Erikssondottir-Papandreopoulou'),
      ]),
      review: outcome('REVIEW', 'review'),
      declined: outcome('DECLINED', 'declined'),
      expired: outcome('EXPIRED', 'expired'),
      failed: outcome('ERROR', 'failed'),
      unavailable: {
        async reach(page) {
          service.answer = { status: 503, body: {} };
          await open(page);
          await verify(page);
          await waitForState(page, 'unavailable');
        },
      },
      questions: {
        async reach(page) {
          await open(page);
          for (const question of await page.locator('#questions summary').all()) await question.click();
          await page.locator('#questions').scrollIntoViewIfNeeded();
        },
      },
      counter: {
        async reach(page) {
          await open(page);
          await page.locator('#workbench summary').click();
          await page.locator('#log').scrollIntoViewIfNeeded();
        },
      },
      'counter-webhook': {
        async reach(page) {
          await deliver(await beginVerification(page), 'REVIEW', [
            passportOf('Anna Maria Eriksson'),
            { checkType: 'FRAUD_API', status: 'REVIEW', statusDetail: 'email: DISPOSABLE_DOMAIN' },
          ]);
          await waitForState(page, 'review');
          await page.locator('#workbench summary').click();
          await page.locator('#log').scrollIntoViewIfNeeded();
        },
      },
    },
    async close() {
      await shop.stop();
      await service.close();
    },
  };
}

function startedAnswer(requiresClientInit: boolean): { executionId: string; answer: StartAnswer } {
  const executionId = randomUUID();
  const data = { executionId, token: `eu.${randomBytes(32).toString('base64url')}`, requiresClientInit };
  return { executionId, answer: { status: 200, body: { data } } };
}

function faultsIn(...pointers: readonly string[]): StartAnswer {
  return { status: 400, body: { errors: pointers.map((pointer) => ({ pointer })) } };
}

function passportOf(fullName: string): object {
  return {
    checkType: 'DOCUMENT_CHECK',
    status: 'APPROVED',
    statusDetail: null,
    documentCheckExtractedData: { fullName },
  };
}
