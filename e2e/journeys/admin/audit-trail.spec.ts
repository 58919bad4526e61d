import { readFile } from 'node:fs/promises';
import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { invitePerson } from '../../stage/invite-person.ts';

test('lets an auditor find and export what people did, by keyboard alone', async ({
  page,
  stage,
  keyboard,
}) => {
  await page.goto(await invitePerson(stage, 'auditor@shop.example', 'auditor'));
  await keyboard.reach('Your name');
  await page.keyboard.type('Ada Auditor');
  await keyboard.reach('New password');
  await page.keyboard.type('four words in a row');
  await page.keyboard.press('Enter');
  await keyboard.press('Settings');
  await keyboard.press('Audit trail');
  const table = page.getByRole('table', { name: 'Audit trail' });
  await expect(table.getByRole('row', { name: /Ada Auditor.*Joined the account/ })).toBeVisible();
  expect(await faultsInAllViews(page, 'audit-trail')).toEqual([]);

  await keyboard.press('Only acts by Ada Auditor');
  const act = page.getByRole('combobox', { name: 'Act' });
  await expect(act).toBeFocused();
  await page.keyboard.type('Joined');
  await expect(page).toHaveURL(/\?act=person\.join&actor=[\da-f-]{36}$/);
  await expect(table.getByRole('row')).toHaveCount(2);

  const download = page.waitForEvent('download');
  await keyboard.press('Export as CSV');
  const file = await download;
  expect(file.suggestedFilename()).toBe('audit-trail.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Ada Auditor,person.join');
  await expect(page.getByText('The file has 1 event.')).toBeVisible();

  await keyboard.press('Clear all filters');
  await expect(act).toBeFocused();
  await expect(table.getByRole('row', { name: /Ada Auditor.*Exported the audit trail/ })).toBeVisible();
});
