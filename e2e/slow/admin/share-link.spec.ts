import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { createAccount, invitePerson } from '../../stage/invite-person.ts';

test('creates a workflow in an empty account and a link that a user follows, by keyboard only', async ({
  page,
  browser,
  stage,
  keyboard,
}) => {
  const account = await createAccount(stage, 'First hour');
  await page.goto(await invitePerson(stage, 'first@shop.example', 'owner', account));
  await keyboard.reach('Your name');
  await page.keyboard.type('An owner');
  await keyboard.reach('New password');
  await page.keyboard.type('four words in a row');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^No (live|test) runs yet$/ })).toBeVisible();
  await keyboard.press('Test');
  await expect(page.getByRole('button', { name: 'Create sample data' })).toBeVisible();
  expect(await faultsInAllViews(page, 'runs-empty')).toEqual([]);

  await keyboard.press('Share a link');
  await expect(page.getByRole('heading', { name: 'No workflows yet' })).toBeVisible();
  expect(await faultsInAllViews(page, 'workflows-empty')).toEqual([]);
  await keyboard.press('New workflow');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Large amounts');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await keyboard.press('Create the workflow');
  await expect(page.getByRole('heading', { name: 'Large amounts' })).toBeVisible();

  // No link can be created for an inactive workflow.
  await keyboard.press('Share link');
  await expect(page.getByText('Activate it first')).toBeVisible();
  await page.keyboard.press('Escape');
  await keyboard.reach('Inactive: Large amounts', 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
  await keyboard.press('Share link');
  await expect(page.getByLabel('User id')).toBeVisible();
  await keyboard.reach('Transaction amount (optional)');
  await page.keyboard.type('40');
  expect(await faultsInAllViews(page, 'share-link-form')).toEqual([]);
  await keyboard.press('Create the link');
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  expect(await faultsInAllViews(page, 'share-link-made')).toEqual([]);
  const url = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(page.url()).not.toContain('#');

  const user = await browser.newPage();
  await user.goto(url);
  await expect(new FlowPage(user).heading).toHaveText('Verify your identity');
  await user.close();

  await keyboard.press('See the run');
  await expect(page.getByRole('heading', { name: 'In progress' })).toBeVisible();
  await keyboard.press('New link');
  await expect(page.getByRole('dialog')).toBeVisible();
  await keyboard.press('Create the link');
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeVisible();
  expect(await page.getByRole('textbox', { name: 'Link' }).inputValue()).not.toBe(url);
});
