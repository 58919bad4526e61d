import type { Page } from '@playwright/test';
import { test as base, expect } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import {
  at,
  type ReadmeIntegration,
  readReadmeIntegration,
  runAsBackend,
  serveReadmePage,
} from '../../stage/readme-integration.ts';
import { workflowOf } from '../../stage/stage.ts';
import type { RecordedDelivery } from '../../stage/webhook-recorder.ts';
import { watchPage } from '../../watch-page.ts';

interface ReadmeFixtures {
  integration: ReadmeIntegration;
  /** Opens a page of its own origin that runs the README's code with a token. */
  openReadmePage: (token: string) => Promise<Page>;
}

const test = base.extend<ReadmeFixtures>({
  integration: async ({ stage }, use) => {
    const integration = await readReadmeIntegration();
    await use({ ...integration, backend: at(stage.serviceUrl, integration.backend) });
  },

  openReadmePage: async ({ context, stage, integration }, use) => {
    const closings: (() => void)[] = [];
    await use(async (token) => {
      const host = await serveReadmePage(integration.page, token);
      const page = await context.newPage();
      const offences = await watchPage(page, [new URL(host.url).origin, stage.serviceUrl]);
      closings.push(() => {
        host.close();
        expect(offences, 'offences seen on the page of the README').toEqual([]);
      });
      await page.goto(host.url);
      return page;
    });
    for (const close of closings) close();
  },
});

const contact = { email: 'hire@example.com', phone_number: '+44 7400 123456' };

test('integrates with at most ten lines of backend and page, as in the README', async () => {
  const { install, backend, page } = await readReadmeIntegration();
  const lines = (backend + page).split('\n').filter((line) => line.trim() !== '');
  expect(lines.length).toBeLessThanOrEqual(10);
  // Line width of the formatter: longer lines would count as fewer.
  expect(lines.filter((line) => line.length > 110)).toEqual([]);
  // The file name that `npm pack` gives the package.
  const imported = /from '@(\w+)\/(\w+)'/.exec(page);
  expect(install).toContain(`npm install <path>/${imported?.[1]}-${imported?.[2]}-<version>.tgz`);
});

test('starts and opens a verification with the lines of the README', async ({
  stage,
  integration,
  openReadmePage,
  readExecution,
}, testInfo) => {
  const { data } = await runAsBackend(integration.backend, {
    path: testInfo.outputPath('backend.mjs'),
    given: {
      process: { env: { ORCHESTRATION_API_KEY: stage.apiKey } },
      workflowId: workflowOf(stage, 'document').id,
      user: { id: 'reader' },
    },
    results: ['data'],
  });
  const { executionId, token } = data as { executionId: string; token: string };
  expect(await readExecution(executionId)).toMatchObject({ id: executionId, status: 'PENDING' });

  const page = await openReadmePage(token);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(new FlowPage(page).button('Begin')).toBeVisible();
});

test('reports the outcome and verifies the webhook with the lines of the README', async ({
  stage,
  integration,
  openReadmePage,
  startExecution,
}, testInfo) => {
  const { executionId, token } = await startExecution('contact', contact);
  const page = await openReadmePage(token);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveTitle(/^outcome (success|pending|failed)$/);

  const deliveries = async (): Promise<RecordedDelivery[]> =>
    (await fetch(`${stage.recorderUrl}/deliveries`)).json();
  const ours = async () => (await deliveries()).find(({ body }) => body.includes(executionId));
  await expect.poll(ours).toBeDefined();
  const { body, headers } = (await ours()) as RecordedDelivery;
  const recorded: unknown[] = [];
  const recordStatus = (...status: unknown[]) => recorded.push(status);
  const receive = (rawBody: string) =>
    runAsBackend(integration.webhook, {
      path: testInfo.outputPath(`webhook-${rawBody.length}.mjs`),
      given: { process: { env: { WEBHOOK_SECRET: stage.webhookSecret } }, rawBody, headers, recordStatus },
      results: ['event'],
    });

  await receive(body);
  expect(recorded).toEqual([[executionId, expect.stringMatching(/^(APPROVED|REVIEW|DECLINED)$/)]]);
  await expect(receive(`${body} `)).rejects.toThrow('No matching signature found');
  expect(recorded).toHaveLength(1);
});

test('shows a refused token with the lines of the README', async ({ openReadmePage, startExecution }) => {
  const { token } = await startExecution('contact', contact);
  // The same service, with a secret that it never issued.
  const page = await openReadmePage(token.replace(/.{43}$/, 'A'.repeat(43)));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveTitle(
    'problem error_code_3,problem Failed to initialize client: 401 Unauthorized',
  );
});
