import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { invitePerson } from '../../stage/invite-person.ts';
import { openWebhookReceiver, verifyEvent, type WebhookReceiver } from '../../stage/webhook-receiver.ts';

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await openWebhookReceiver();
});
test.afterEach(() => receiver.close());

const definition = {
  start: 'email',
  nodes: {
    email: { kind: 'email', next: 'curp' },
    curp: { kind: 'national-id', number: 'CURP', next: 'end' },
    end: { kind: 'end' },
  },
};
const inputs = { user_id: 'life', email: 'somebody@example.com' };

test('starts, renames and stops a workflow, shows the findings of its checks, and sends a run again', {
  tag: ['@S1-21', '@S2.6-9', '@S6.1-4', '@DRUN-42', '@DRUN-46'],
}, async ({ page, stage, readExecution }) => {
  const start = async (workflowId: string, more: object = {}) => {
    const reply = await fetch(`${stage.serviceUrl}/orchestration-api/v1/init-workflow`, {
      method: 'POST',
      headers: { 'x-api-key': stage.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ workflowId, inputs: { ...inputs, ...more } }),
    });
    const { code = 'started', data } = await reply.json();
    return { answer: `${reply.status} ${code}`, executionId: data?.executionId as string };
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  await page.goto(await invitePerson(stage, 'maker@shop.example', 'owner'));
  await page.getByLabel('Your name').fill('A maker');
  await page.getByLabel('New password').fill('four words in a row');
  await page.keyboard.press('Enter');

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await button('Add an endpoint').click();
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await page.getByRole('checkbox', { name: /^Sync/ }).check();
  await button('Add the endpoint').click();
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
  await page.getByRole('checkbox', { name: /^I have stored/ }).check();
  await button('Done').click();

  await page.getByRole('link', { name: 'Workflows' }).click();
  await button('New workflow').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Data of users');
  await page.getByRole('radio', { name: /^E-mail and phone/ }).check();
  await button('Create the workflow').click();
  await expect(page.getByRole('heading', { name: 'Data of users' })).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  expect((await start(id)).answer).toBe('404 WORKFLOW_NOT_FOUND');
  await page.getByRole('switch').click();
  await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
  expect((await start(id)).answer).toBe('400 MISSING_REQUIRED_INPUTS');
  expect((await start(id, { phone_number: '+4915112345678' })).answer).toBe('200 started');

  // The definition decides which inputs are required and which checks run.
  await page.getByRole('textbox', { name: 'JSON', exact: true }).fill(JSON.stringify(definition));
  await button('Publish').click();
  await page.getByRole('textbox', { name: 'Reason for the change' }).fill('Ask for the CURP');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Version 2 is published.')).toBeVisible();
  expect((await start(id)).answer).toBe('400 MISSING_REQUIRED_INPUTS');
  const { executionId } = await start(id, { curp: 'HEGG560427MVZRRL04', user_dob: '1956-04-27' });

  await button('Rename').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Data of users in Mexico');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: 'Data of users in Mexico' })).toBeVisible();
  await expect.poll(async () => (await readExecution(executionId)).status).not.toBe('PENDING');
  expect((await readExecution(executionId)).workflow.name).toBe('Data of users in Mexico');

  await page.goto(`${stage.serviceUrl}/admin/runs/${executionId}?mode=test`);
  await expect(page.getByText('Data of users in Mexico').first()).toBeVisible();
  for (const finding of [
    'The domain of the e-mail address is reserved for tests.',
    'The national number was not looked up in a register.',
  ])
    await expect(page.getByText(finding).first()).toBeVisible();
  for (const status of ['approved', 'approved', 'declined']) {
    await button(status === 'approved' ? 'Approve' : 'Decline').click();
    await button(`Save: ${status}`).click();
    const word = status === 'approved' ? 'Approved' : 'Declined';
    await expect(page.getByText(`Your decision is saved: ${word}.`)).toBeVisible();
  }
  await button('Send again').click();
  await expect(page.getByText(/^On its way to \d+ endpoints?\.$/)).toBeVisible();
  const events = () =>
    receiver.received
      .map((received) => verifyEvent(secret, received))
      .filter(({ data }) => data.id === executionId)
      .map(({ event }) => event.replace('orchestration/workflow_execution_', ''));
  await expect.poll(events).toEqual(['finished', 'updated', 'updated', 'updated', 'sync']);
  await page.getByText('Audit trail').click();
  await expect(page.getByText('Sent it again')).toBeVisible();
  expect(await faultsInAllViews(page, 'decided-run')).toEqual([]);

  await page.goto(`${stage.serviceUrl}/admin/workflows/${id}`);
  await page.getByRole('switch').click();
  await button('Stop it').click();
  await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'false');
  expect((await start(id, { curp: 'HEGG560427MVZRRL04' })).answer).toBe('404 WORKFLOW_NOT_FOUND');

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: receiver.url }).click();
  await button('Remove').click();
  await button('Remove the endpoint').click();
  await expect(page.getByRole('link', { name: receiver.url })).toHaveCount(0);
});
