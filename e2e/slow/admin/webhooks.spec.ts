import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { invitePerson } from '../../stage/invite-person.ts';
import { openWebhookReceiver, verifyEvent, type WebhookReceiver } from '../../stage/webhook-receiver.ts';

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await openWebhookReceiver();
});
test.afterEach(() => receiver.close());

test('lets a developer add a webhook, verify and find a delivery, rotate the secret, test and redeliver by keyboard only', {
  tag: ['@S5-6'],
}, async ({ page, stage, keyboard, startExecution, readExecution }) => {
  const secretShown = async () => {
    const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
    await keyboard.press(/^I have stored/, 'Space');
    await keyboard.press('Done');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    return secret;
  };
  /** Returns the events of one execution, because parallel journeys end executions of the account, too. */
  const eventsOf = (id: string) => receiver.received.filter(({ body }) => JSON.parse(body).data.id === id);

  await page.goto(await invitePerson(stage, 'connector@shop.example', 'developer'));
  await keyboard.reach('Your name');
  await page.keyboard.type('A developer');
  await keyboard.reach('New password');
  await page.keyboard.type('four words in a row');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await keyboard.press('Settings');
  await keyboard.press('Webhooks');
  await keyboard.press('Add an endpoint');
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await page.keyboard.type('http://shop.example/hooks');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Address must be https');
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused();
  expect(await faultsInAllViews(page, 'webhooks-add')).toEqual([]);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(receiver.url);
  await page.keyboard.press('Enter');
  await expect(page.getByText('import { Webhook }')).toBeVisible();
  expect(await faultsInAllViews(page, 'webhooks-secret')).toEqual([]);
  const first = await secretShown();
  await expect(page.getByRole('heading', { name: receiver.url })).toBeVisible();

  const { executionId } = await startExecution('contact', {
    email: 'webhook@example.com',
    phone_number: '+4915112345678',
  });
  await expect.poll(() => eventsOf(executionId).length).toBe(1);
  const { status } = await readExecution(executionId);
  expect(verifyEvent(first, eventsOf(executionId)[0]!)).toMatchObject({
    event: 'orchestration/workflow_execution_finished',
    data: { id: executionId, status },
  });
  const row = page.getByRole('row', { name: executionId.slice(-8) });
  await expect(row).toContainText('Delivered');
  expect(await faultsInAllViews(page, 'webhooks-endpoint')).toEqual([]);

  await keyboard.press('Rotate the secret');
  await keyboard.press('Create the new secret');
  const second = await secretShown();
  expect(second).not.toBe(first);
  await expect(page.getByText(/The previous secret also signs until/)).toBeVisible();

  receiver.answer = { status: 503, body: 'closed for the night' };
  await keyboard.press(`Look at: Finished ${executionId.slice(-8)}`);
  await expect(page.getByText('w•••m')).toBeVisible();
  await expect(page.getByText('webhook@example.com')).toHaveCount(0);
  await keyboard.press('Send again');
  await expect.poll(() => eventsOf(executionId).length).toBe(2);
  const [sent, sentAgain] = eventsOf(executionId);
  for (const secret of [first, second]) verifyEvent(secret, sentAgain!);
  expect(sentAgain?.headers['webhook-id']).toBe(sent?.headers['webhook-id']);
  await expect(page.getByRole('dialog').getByText('HTTP 503').first()).toBeVisible();
  await keyboard.press('Show personal data and replies');
  await expect(page.getByRole('textbox', { name: 'Why do you need it?' })).toBeFocused();
  await page.keyboard.type('The receiver refuses it');
  await keyboard.press('Show');
  await expect(page.getByText('closed for the night')).toBeVisible();
  await expect(page.getByText('webhook@example.com')).toBeVisible();
  expect(await faultsInAllViews(page, 'webhooks-delivery')).toEqual([]);
  await page.keyboard.press('Escape');

  await keyboard.reach('Event', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await keyboard.press('Sync');
  await expect(page.getByRole('heading', { name: 'No delivery matches these filters' })).toBeVisible();
  expect(await faultsInAllViews(page, 'webhooks-no-match')).toEqual([]);
  await keyboard.press('Clear filters');
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeFocused();
  await keyboard.press('Run');
  await keyboard.reach('Id of a run');
  await page.keyboard.type(executionId);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 delivery matches')).toBeVisible();
  expect(await faultsInAllViews(page, 'webhooks-filtered')).toEqual([]);
  await page.goto(page.url());
  await expect(row).toBeVisible();
  await expect(page.getByText('1 delivery matches')).toBeVisible();

  receiver.answer = { status: 202, body: '<b>noted</b>' };
  await keyboard.press('Send a test');
  await keyboard.reach(/^Event/);
  await page.keyboard.type('Upd');
  await keyboard.reach(/^Status of the run/);
  await page.keyboard.type('Appr');
  await keyboard.press('Send it');
  await expect(page.getByText('The receiver accepted it: 202')).toBeVisible();
  await expect(page.getByText('<b>noted</b>')).toBeVisible();
  const tests = receiver.received.filter(({ body }) =>
    body.includes('"orchestration/workflow_execution_updated"'),
  );
  expect(verifyEvent(second, tests.at(-1)!)).toMatchObject({ data: { status: 'APPROVED' } });
  expect(await faultsInAllViews(page, 'webhooks-test')).toEqual([]);
  await page.keyboard.press('Escape');

  receiver.answer = { status: 410, body: '' };
  const { executionId: other } = await startExecution('contact', {
    email: 'other@example.com',
    phone_number: '+4915112345678',
  });
  await expect(page.getByText(/The receiver answered 410/)).toBeVisible();
  await keyboard.press('Workflow runs');
  await expect(page.getByText('A webhook endpoint is disabled, and its events wait:')).toBeVisible();
  expect(await faultsInAllViews(page, 'webhooks-alarm')).toEqual([]);
  await keyboard.press('Look at it');
  expect(await faultsInAllViews(page, 'webhooks-disabled')).toEqual([]);
  receiver.answer = { status: 204, body: '' };
  await keyboard.press(/^Enable and send/);
  await expect(page.getByRole('row', { name: other.slice(-8) })).toContainText('Delivered');
  await expect(page.getByText('A webhook endpoint is disabled')).toHaveCount(0);
  await keyboard.press('Remove');
  await keyboard.press('Remove the endpoint');
  await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible();
  await expect(page.getByRole('link', { name: receiver.url })).toHaveCount(0);
  expect(await faultsInAllViews(page, 'webhooks-list')).toEqual([]);
});
