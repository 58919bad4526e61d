import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { invitePerson } from '../../stage/invite-person.ts';

test('lets a developer create and revoke a key, and publish a workflow, by keyboard alone', {
  tag: ['@S1-21', '@S5-5'],
}, async ({ page, stage, keyboard }) => {
  /** Returns the result of a start request: its HTTP status, and the error code or `started`. */
  const start = async (apiKey: string, workflowId = '00000000-0000-4000-8000-000000000000') => {
    const reply = await fetch(`${stage.serviceUrl}/orchestration-api/v1/init-workflow`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ workflowId, inputs: { user_id: 'journey' } }),
    });
    const { code = 'started' } = await reply.json();
    return `${reply.status} ${code}`;
  };
  /** Types into the field that the dialog has focused. */
  const typeInto = async (name: string, text: string) => {
    await expect(page.getByRole('textbox', { name, exact: true })).toBeFocused();
    await page.keyboard.type(text);
  };
  await page.goto(await invitePerson(stage, 'developer@shop.example', 'developer'));
  await keyboard.reach('Your name');
  await page.keyboard.type('A developer');
  await keyboard.reach('New password');
  await page.keyboard.type('four words in a row');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await keyboard.press('Skip to the content');
  await expect(page.getByRole('main')).toBeFocused();
  await keyboard.reach('Settings', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
  await keyboard.press('Create a key');
  await typeInto('Name', 'Journey');
  expect(await faultsInAllViews(page, 'create-key')).toEqual([]);
  await page.keyboard.press('Enter');
  const key = await page.getByRole('textbox', { name: 'API key' }).inputValue();
  expect(await start(key)).toBe('404 WORKFLOW_NOT_FOUND');
  await page.keyboard.press('Escape');
  await keyboard.press(/^I have stored/, 'Space');
  await keyboard.press('Done');
  await keyboard.press('Revoke: Journey');
  await keyboard.press('Revoke the key');
  await expect(page.getByText('Show 1 expired or revoked')).toBeVisible();
  expect(await faultsInAllViews(page, 'keys')).toEqual([]);
  expect(await start(key)).toBe('401 UNAUTHORIZED');

  await keyboard.press('Workflows');
  await keyboard.press('New workflow');
  await typeInto('Name', 'By keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await keyboard.press('Create the workflow');
  await expect(page.getByRole('heading', { name: 'By keyboard' })).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  expect(await start(stage.apiKey, id)).toBe('404 WORKFLOW_NOT_FOUND');

  await keyboard.reach('JSON');
  const text = await page.getByRole('textbox', { name: 'JSON', exact: true }).inputValue();
  const write = async (changed: string) => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(changed);
  };
  await write(text.replace('inputs.transaction_amount', 'inputs.transaction_size'));
  await expect(page.getByText('1 fault')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  expect(await faultsInAllViews(page, 'editor')).toEqual([]);
  await write(text.replace('1000', '2500'));
  await expect(page.getByText('Transaction amount is at least 2500')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeEnabled();
  await keyboard.reach('Publish', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await typeInto('Reason for the change', 'Ask less often');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Version 2 is published.')).toBeVisible();
  await expect(page.getByText('Ask less often')).toBeVisible();
  await keyboard.reach('Inactive: By keyboard', 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
  expect(await start(stage.apiKey, id)).toBe('200 started');
});
