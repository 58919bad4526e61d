import type { Page } from '@playwright/test';
import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { invitePerson } from '../../stage/invite-person.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../stage/webhook-receiver.ts';

const receivers: WebhookReceiver[] = [];
test.beforeEach(async () => {
  receivers.push(await openWebhookReceiver(), await openWebhookReceiver());
});
test.afterEach(() => {
  for (const receiver of receivers.splice(0)) receiver.close();
});

async function addEndpoint(page: Page, url: string, events: readonly RegExp[]): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(url);
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
  for (const name of events) await dialog.getByRole('checkbox', { name }).check();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: /^I have stored/ }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: url })).toBeVisible();
}

test('sends a run again from the list by keyboard, once, only to subscribers of sync', async ({
  page,
  stage,
  keyboard,
  startExecution,
  readExecution,
}) => {
  const [subscriber, other] = receivers as [WebhookReceiver, WebhookReceiver];
  await page.goto(await invitePerson(stage, 'resender@shop.example', 'owner'));
  await page.getByLabel('Your name').fill('An owner');
  await page.getByLabel('New password').fill('four words in a row');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();
  await addEndpoint(page, subscriber.url, [/_sync/]);
  await addEndpoint(page, other.url, [/_finished/, /_updated/]);
  const { executionId } = await startExecution('contact', {
    email: 'resend@example.com',
    phone_number: '+4915112345678',
  });
  const eventsTo = (receiver: WebhookReceiver) =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { event: string; data: { id: string } })
      .filter(({ data }) => data.id === executionId)
      .map(({ event }) => event);
  await expect.poll(() => eventsTo(other)).toEqual(['orchestration/workflow_execution_finished']);
  expect((await readExecution(executionId)).status).not.toBe('PENDING');

  await page.getByRole('link', { name: 'Workflow runs' }).click();
  await expect(page.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(executionId);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 run with this run id')).toBeVisible();
  await keyboard.reach(executionId);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: `Actions for run ${executionId.slice(-12)}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copy the run id' })).toBeVisible();
  expect(await faultsInAllViews(page, 'run-menu')).toEqual([]);
  await keyboard.press('Send webhook again');
  await expect(page.getByText(/The result of run .* is on its way to \d+ endpoint/)).toBeVisible();
  await expect.poll(() => eventsTo(subscriber)).toEqual(['orchestration/workflow_execution_sync']);
  await expect(page.getByRole('button', { name: /^Actions for run/ })).toBeFocused();

  await page.getByRole('link', { name: executionId }).click();
  await expect(page.getByText('Sent it again')).toBeAttached();
  expect([eventsTo(subscriber), eventsTo(other)]).toEqual([
    ['orchestration/workflow_execution_sync'],
    ['orchestration/workflow_execution_finished'],
  ]);
});
