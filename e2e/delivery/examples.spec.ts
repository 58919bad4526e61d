import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { expect, test } from '../fixtures.ts';
import { FlowPage } from '../pages/flow-page.ts';
import type { Stage } from '../stage/stage.ts';
import { watchPage } from '../watch-page.ts';
import { type ExampleApp, type ExampleName, startExample } from './example-app.ts';

/** Opens an example; records every offence and all responses of its server. */
async function visit(page: Page, { url }: ExampleApp, stage: Stage) {
  const offences = await watchPage(page, [new URL(url).origin, stage.serviceUrl]);
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(url)) bodies.push(response.text().catch(() => ''));
  });
  await page.goto(url);
  return { offences, received: async () => (await Promise.all(bodies)).join('\n') };
}

/** Creates a delivery for an execution that the example does not know, signed with a secret. */
function delivery(secret: string) {
  const body = JSON.stringify({
    event: 'orchestration/workflow_execution_finished',
    timestamp: new Date().toISOString(),
    data: { id: '00000000-0000-4000-8000-000000000000', status: 'APPROVED' },
  });
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'msg_example',
    'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    'webhook-signature': new Webhook(secret).sign('msg_example', now, body),
    'webhook-sequence': '1',
  };
  return { method: 'POST', headers, body };
}

const forged = `whsec_${Buffer.alloc(32).toString('base64')}`;
const status = (page: Page) => page.getByRole('status').filter({ hasNotText: /^$/ }).first();

for (const name of ['html', 'react', 'vue', 'next'] satisfies ExampleName[]) {
  test(`installs, builds and starts the example ${name} by its README, and opens the flow under its policy`, async ({
    context,
    stage,
    allDeliveries,
  }) => {
    const app = await startExample(name, stage);
    try {
      const served = await fetch(app.url);
      const policy = served.headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe-(inline|eval)/);
      // Next renders on the server and plain HTML needs no rendering; the others render in the browser.
      if (name === 'next' || name === 'html')
        expect(await served.text()).toContain('It takes about two minutes.');

      const page = await context.newPage();
      const { offences, received } = await visit(page, app, stage);
      await expect(status(page)).toContainText('It takes about two minutes.');
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);

      await test.step('continues after the user cancelled', async () => {
        await page.getByRole('button', { name: 'Verify now' }).click();
        const flow = new FlowPage(page);
        await flow.button('Begin').waitFor();
        await flow.closeButton.click();
        await expect(flow.root).toHaveCount(0);
        await expect(status(page)).toHaveText('You can go on whenever you like.');
      });

      await test.step('accepts only webhooks with a valid signature', async () => {
        const webhooks = `${app.url}webhooks`;
        expect((await fetch(webhooks, delivery(stage.webhookSecret))).status).toBe(204);
        expect((await fetch(webhooks, delivery(forged))).status).toBe(400);
        expect((await fetch(webhooks, { method: 'POST', body: '{}' })).status).toBe(400);
        const { headers, ...rest } = delivery(stage.webhookSecret);
        const { 'webhook-sequence': _stripped, ...others } = headers;
        expect((await fetch(webhooks, { ...rest, headers: others })).status).toBe(400);
        const tooLong = ' '.repeat(1024 * 1024 + 1);
        expect((await fetch(webhooks, { method: 'POST', headers, body: tooLong })).status).toBe(413);
      });

      await test.step('shows the outcome from the webhook to a user who completes the flow', async () => {
        const before = new Set((await allDeliveries()).map(({ id }) => id));
        await page.getByRole('button', { name: 'Go on' }).click();
        const flow = new FlowPage(page);
        await flow.chooseDocument('Passport');
        await flow.awaitAutoCapture();
        await flow.button('Use this picture').click();
        await expect(flow.heading).toHaveText('Your identity is confirmed');
        await flow.button('Done').click();
        await expect(flow.root).toHaveCount(0);
        await expect(status(page)).toHaveText('Thank you. We are checking what you sent.');
        // The service posts to its only endpoint here; the example gets the same bytes.
        await expect
          .poll(async () => (await allDeliveries()).filter(({ id }) => !before.has(id)).length)
          .toBe(1);
        const recorded = await (await fetch(`${stage.recorderUrl}/deliveries`)).json();
        const { headers, body } = recorded[recorded.length - 1];
        expect((await fetch(`${app.url}webhooks`, { method: 'POST', headers, body })).status).toBe(204);
        await expect(status(page)).toHaveText('You are verified. Welcome!');
        await page.reload();
        await expect(status(page)).toHaveText('You are verified. Welcome!');
      });

      expect(offences).toEqual([]);
      const all = await received();
      expect(all).toContain('It takes about two minutes.');
      expect(all).not.toContain(stage.apiKey);
      expect(all).not.toContain(stage.webhookSecret);
    } finally {
      await app.stop();
    }
  });
}
