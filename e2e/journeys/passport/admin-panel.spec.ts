import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import type { Stage } from '../../stage/stage.ts';

/** Returns the link that signs in as owner of the development account. It works once, so all steps share one session. */
async function readAdminLink({ dataDir }: Stage): Promise<string> {
  return JSON.parse(await readFile(join(dataDir, 'dev.json'), 'utf8')).adminLink;
}

/** Opens another page of the same person, as a colleague would. */
async function openSecondPage(page: Page, browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.goto(address);
  return other;
}

test('signs in by a link, decides a run by keyboard only, and updates other pages at once', {
  tag: ['@S2.7-3', '@S3.1-21', '@DRUN-102'],
}, async ({ page, browser, stage, startExecution, deliveriesOf, readExecution }) => {
  const inputs = { user_id: 'panel-journey', email: 'panel@example.com', phone_number: '+4915112345678' };
  const { executionId } = await startExecution('contact', inputs);
  await expect.poll(async () => (await readExecution(executionId)).status).not.toBe('PENDING');

  await page.goto(await readAdminLink(stage));
  await expect(page.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  const row = page.getByRole('link', { name: executionId });
  await expect(row).toBeVisible();
  expect(await faultsInAllViews(page, 'runs')).toEqual([]);
  // The code of a run is loaded before one is opened.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
    .toContainEqual(expect.stringMatching(/\/run-screen-[\w-]+\.js$/));

  // From here on by keyboard only.
  await page.keyboard.press('/');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('U');
  await page.keyboard.press('Tab');
  await page.keyboard.type('panel-journey');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 run with this user id')).toBeVisible();
  expect(page.url()).not.toContain('panel-journey');
  await page.getByLabel('Value').evaluate((input: HTMLInputElement) => input.blur());
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  const secondPage = await openSecondPage(page, browser, `${stage.serviceUrl}/admin/runs/${executionId}`);
  const list = await openSecondPage(page, browser, `${stage.serviceUrl}/admin/runs`);
  await expect(secondPage.getByRole('heading', { name: 'Decision', exact: true })).toBeVisible();
  await expect(list.getByRole('link', { name: executionId })).toBeVisible();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Decision', exact: true })).toBeVisible();
  expect(await faultsInAllViews(page, 'run')).toEqual([]);
  await page.keyboard.press('d');
  await expect(page.getByRole('button', { name: 'Save: declined' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByLabel('Comment')).toBeFocused();
  await page.keyboard.type('Number belongs to <b>somebody</b> else.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Your decision is saved: Declined.')).toBeVisible();

  // Comments are shown as text with their author, also on the colleague's page.
  await expect(secondPage.getByText('Number belongs to <b>somebody</b> else.')).toBeVisible();
  await expect(secondPage.getByText(/Development owner,/)).toBeVisible();
  const changedRow = list.getByRole('row').filter({ has: list.getByRole('link', { name: executionId }) });
  await expect(changedRow.getByText('Declined')).toBeVisible();

  await expect
    .poll(async () => (await deliveriesOf(executionId)).map(({ envelope }) => envelope.event))
    .toEqual(['orchestration/workflow_execution_finished', 'orchestration/workflow_execution_updated']);
  expect((await readExecution(executionId)).status).toBe('DECLINED');

  // Personal data is masked until a reason is given.
  await expect(page.getByText('panel@example.com')).toBeHidden();
  await page.getByRole('button', { name: 'Reveal personal data' }).click();
  await page.getByLabel('Reason').fill('The user asked what is kept of them.');
  expect(await faultsInAllViews(page, 'reveal')).toEqual([]);
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await expect(page.getByText('panel@example.com').first()).toBeVisible();

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await faultsInAllViews(page, 'sign-in')).toEqual([]);
  await secondPage.reload();
  await expect(secondPage.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await secondPage.context().close();
  await list.context().close();
});
