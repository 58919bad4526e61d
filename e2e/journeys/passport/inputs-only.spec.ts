import { expect, test } from '../../fixtures.ts';
import { workflowOf } from '../../stage/stage.ts';

test('checks e-mail and phone without the SDK', {
  tag: ['@S1-15', '@S1-16', '@S2.4-5', '@S2.6-21', '@S2.6-22', '@S2.6-32', '@DRUN-64'],
}, async ({ stage, shop, flow, page, deliveriesOf, readExecution }) => {
  await shop.open();
  await shop.choose('Workflow', workflowOf(stage, 'contact').name);
  await shop.verifyButton.click();
  await expect(shop.heading).toHaveText('How do we reach you?');
  await expect(page.getByLabel('E-mail')).toBeFocused();

  await page.getByLabel('E-mail').fill('hire@example.com');
  await page.getByLabel('Mobile number').fill('+44 7400 123456');
  await shop.verifyButton.click();

  const executionId = await shop.webhookExecution();
  await expect(flow.root).toHaveCount(0);
  expect(await shop.sdkEvents()).toEqual([]);
  const [delivery, ...further] = await deliveriesOf(executionId);
  expect(further).toEqual([]);
  expect(await readExecution(executionId)).toEqual(delivery?.envelope.data);
  expect(delivery?.envelope.data.checks).toMatchObject([
    { checkType: 'FRAUD_API', email: 'hire@example.com', sessionId: null, documentCheckResult: null },
    { checkType: 'FRAUD_API', phoneNumber: '+44 7400 123456', sessionId: null, documentCheckResult: null },
  ]);
});

test('verifies a new customer after starting over', async ({ stage, shop, page }) => {
  await shop.open();
  await shop.choose('Workflow', workflowOf(stage, 'contact').name);
  await shop.verifyButton.click();
  await page.getByLabel('E-mail').fill('hire@example.com');
  await page.getByLabel('Mobile number').fill('+44 7400 123456');
  await shop.verifyButton.click();
  await shop.webhookExecution();

  await page.getByRole('button', { name: 'Start over as a new customer' }).click();
  await expect(shop.heading).toHaveText('Verify your identity');
  await expect(shop.verifyButton).toBeFocused();
  await shop.choose('Workflow', workflowOf(stage, 'document').name);
  await shop.verify();
});

test('shows an error for an invalid e-mail address beside its field', async ({ stage, shop, page }) => {
  await shop.open();
  await shop.choose('Workflow', workflowOf(stage, 'contact').name);
  await shop.verifyButton.click();
  await page.getByLabel('E-mail').fill('hire@');
  await page.getByLabel('Mobile number').fill('07400 123456');
  await shop.verifyButton.click();

  await expect(page.getByText('This does not look like an e-mail address.')).toBeVisible();
  await expect(page.getByText('Please write it with + and the country code.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
});

test('shows the progress and completes if a workflow has no steps', {
  tag: ['@DRUN-7'],
}, async ({ shop, flow, startExecution }) => {
  const { token } = await startExecution('contact', {
    email: 'hire@example.com',
    phone_number: '+44 7400 123456',
  });
  await shop.open();
  await shop.start({ token });
  await expect(flow.button('Done')).toBeVisible();
  await flow.button('Done').click();
  await expect(flow.root).toHaveCount(0);
  const events = await shop.sdkEvents();
  expect(events[0]).toBe('opened');
  expect(events.at(-2)).toMatch(/^completed (success|pending|failed)$/);
  expect(events.at(-1)).toBe('closed');
});
