import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { createAccount, invitePerson } from '../../stage/invite-person.ts';

test('creates sample data through the real checks, shows its evidence, and removes it', async ({
  page,
  stage,
}) => {
  const account = await createAccount(stage, 'Sample data');
  await page.goto(await invitePerson(stage, 'samples@shop.example', 'owner', account));
  await page.getByLabel('Your name').fill('An owner');
  await page.getByLabel('New password').fill('four words in a row');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^No (live|test) runs yet$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: 'Create sample data' }).click();
  // Rows appear while sample runs are created.
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await expect(page.getByText(/Making sample runs/)).toBeVisible();
  expect(await faultsInAllViews(page, 'samples-running')).toEqual([]);
  await expect(page.getByText('This list has sample runs.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(13);
  for (const status of ['Approved', 'Declined', 'In review', 'In progress', 'Expired'])
    await expect(page.getByRole('cell', { name: status }).first()).toBeVisible();
  expect(await faultsInAllViews(page, 'samples-list')).toEqual([]);

  // The earliest run in review has a selfie.
  const runs = page.getByRole('row').filter({ hasText: 'In review' }).getByRole('link');
  await runs.last().click();
  await expect(page.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  const view = page.locator('.view').first();
  await expect(view.locator('polygon')).toHaveCount(6);
  await page.getByRole('button', { name: 'Outline of what was read' }).press('Enter');
  await expect(view.locator('polygon')).toHaveCount(0);
  await page.getByRole('button', { name: 'Outline of what was read' }).press('Enter');
  await page.getByRole('button', { name: 'Enlarge' }).press('Enter');
  await expect(page.getByText('150 %')).toBeVisible();
  await page.getByRole('button', { name: 'Rotate' }).press('Enter');
  await page.getByRole('button', { name: 'Fit' }).press('Enter');
  await expect(page.getByText('100 %')).toBeVisible();
  await page.getByRole('button', { name: 'Portrait beside selfie' }).press('Enter');
  await expect(page.locator('.pair img')).toHaveCount(2);
  await page.getByRole('button', { name: 'One picture' }).press('Enter');

  await expect(page.locator('canvas.crop')).toHaveCount(0);
  await page.getByRole('button', { name: 'Reveal personal data' }).click();
  await page.getByLabel('Reason').fill('To see where it was read.');
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Birth date in the picture' })).toBeVisible();
  expect(await faultsInAllViews(page, 'sample-run')).toEqual([]);

  await page.getByRole('link', { name: 'Workflow runs' }).first().click();
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click();
  await expect(page.getByText('Data removed')).toHaveCount(12);
});
