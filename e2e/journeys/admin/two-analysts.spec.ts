import type { Page } from '@playwright/test';
import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { invitePerson } from '../../stage/invite-person.ts';

async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('New password').fill('four words in a row');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();
}

test("shows the second of two analysts what the first decided, and keeps the second's comment", async ({
  page,
  browser,
  stage,
  startExecution,
  readExecution,
}) => {
  const inputs = { user_id: 'two-analysts', email: 'two@example.com', phone_number: '+4915112345678' };
  const { executionId } = await startExecution('contact', inputs);
  await expect.poll(async () => (await readExecution(executionId)).status).not.toBe('PENDING');
  const context = await browser.newContext();
  const second = await context.newPage();
  // Never answers this page's request for changes. Otherwise it would show them before the analyst decides on the old state.
  await second.route('**/admin-api/v1/changes*', () => {});
  await join(page, await invitePerson(stage, 'analyst-1@shop.example', 'analyst'), 'The first');
  await join(second, await invitePerson(stage, 'analyst-2@shop.example', 'analyst'), 'The second');
  for (const one of [page, second]) {
    await one.goto(`${stage.serviceUrl}/admin/runs/${executionId}`);
    await expect(one.getByRole('heading', { name: 'Decision', exact: true })).toBeVisible();
  }

  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your decision is saved: Declined.')).toBeVisible();

  await second.keyboard.press('n');
  await second.keyboard.type('Looks right to me.');
  await second.getByRole('button', { name: 'Approve', exact: true }).click();
  await second.keyboard.press('Enter');
  await expect(second.getByText('Somebody changed this run while you were viewing it')).toBeVisible();
  await expect(second.getByText(/It is now Declined\. Your decision was not saved/)).toBeVisible();
  await expect(second.getByText('The first,').first()).toBeVisible();
  await expect(second.getByLabel('Comment')).toHaveValue('Looks right to me.');
  expect((await readExecution(executionId)).status).toBe('DECLINED');
  expect(await faultsInAllViews(second, 'two-analysts')).toEqual([]);
  await context.close();
});
