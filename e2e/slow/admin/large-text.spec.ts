import { launchOptions } from '../../browser.ts';
import { crowdingOf } from '../../crowding-of.ts';
import { expect, test } from '../../fixtures.ts';
import { pictures } from '../../specimen.ts';
import { invitePerson } from '../../stage/invite-person.ts';

// Text of double size, as people can set in their browser.
test.use({ launchOptions: launchOptions(pictures.passportVideo, ['--blink-settings=defaultFontSize=32']) });

test('decides a run, publishes a workflow, creates a key and adds a webhook by keyboard only, at 200 % text size', async ({
  page,
  stage,
  keyboard,
  startExecution,
  readExecution,
}) => {
  const faults: string[] = [];
  const checkView = async (name: string) => {
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      faults.push(`${name}: wider than the page`);
    for (const fault of await crowdingOf(page)) faults.push(`${name}: ${fault}`);
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('30px');
    const { SHOTS } = process.env;
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/large-${name}.png`, fullPage: true });
  };
  const { executionId } = await startExecution('contact', {
    email: 'large@example.com',
    phone_number: '+4915112345678',
  });
  await expect.poll(async () => (await readExecution(executionId)).status).not.toBe('PENDING');
  await page.goto(await invitePerson(stage, 'large@shop.example', 'owner'));
  await keyboard.reach('Your name');
  await page.keyboard.type('Somebody who sees little');
  await keyboard.reach('New password');
  await page.keyboard.type('four words in a row');
  await checkView('invitation');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();
  await checkView('runs');

  await page.keyboard.press('/');
  await page.keyboard.type(executionId);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 run with this run id')).toBeVisible();
  await keyboard.press(executionId);
  await expect(page.getByRole('heading', { name: 'Decision', exact: true })).toBeVisible();
  await page.keyboard.press('d');
  await checkView('decision');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your decision is saved: Declined.')).toBeVisible();
  expect((await readExecution(executionId)).status).toBe('DECLINED');
  await checkView('decided');

  await keyboard.reach('Workflows', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await keyboard.press('New workflow');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('In large letters');
  await checkView('new-workflow');
  await keyboard.press('Create the workflow');
  await expect(page.getByRole('heading', { name: 'In large letters' })).toBeVisible();
  await keyboard.reach('JSON');
  const text = await page.getByRole('textbox', { name: 'JSON', exact: true }).inputValue();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text.replace('"attempts": 3', '"attempts": 2'));
  await expect(page.getByRole('button', { name: 'Publish' })).toBeEnabled();
  await checkView('editor');
  await keyboard.reach('Publish', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Reason for the change' })).toBeFocused();
  await checkView('publish');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Version 2 is published.')).toBeVisible();

  await keyboard.reach('Settings', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
  await keyboard.press('Create a key');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Large key');
  await checkView('key');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible();
  await checkView('key-made');
  await keyboard.press(/^I have stored/, 'Space');
  await keyboard.press('Done');
  await expect(page.getByRole('cell', { name: /^Large key/ })).toBeVisible();

  await keyboard.reach('Webhooks', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await keyboard.press('Add an endpoint');
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await page.keyboard.type('https://shop.example/large');
  await checkView('endpoint');
  await page.keyboard.press('Enter');
  await keyboard.press(/^I have stored/, 'Space');
  await keyboard.press('Done');
  await expect(page.getByRole('heading', { name: 'https://shop.example/large' })).toBeVisible();
  await checkView('endpoint-added');
  await keyboard.press('Remove');
  await keyboard.press('Remove the endpoint');
  await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible();
  expect(faults).toEqual([]);
});
