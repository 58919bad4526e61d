import { expect, test } from '../../fixtures.ts';
import { ShopPage } from '../../pages/shop-page.ts';

test('resumes at the same step after a reload', async ({ shop, flow, page }) => {
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await expect(flow.heading).toHaveText('Photo page of your passport');

  await page.reload();

  await expect(shop.heading).toHaveText('Pick up where you left off');
  await shop.verify();
  await expect(flow.heading).toHaveText('Welcome back');
  await flow.button('Continue').click();
  await expect(flow.heading).toHaveText('Photo page of your passport');
});

test('continues the same verification after the user left before the end', {
  tag: ['@S6.2-5', '@DSDK-33'],
}, async ({ shop, flow }) => {
  await shop.open();
  const executionId = await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.closeButton.click();
  await flow.root.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(flow.root).toHaveCount(0);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'cancelled', 'closed']);

  await expect(shop.heading).toHaveText('Pick up where you left off');
  expect(await shop.verify()).toBe(executionId);
  await expect(flow.heading).toHaveText('Welcome back');
});

test('moves the flow to a second page', { tag: ['@DSDK-63', '@DSDK-88'] }, async ({
  shop,
  flow,
  context,
  startExecution,
}) => {
  const { token } = await startExecution('document');
  await shop.open();
  await shop.start({ token });
  await flow.button('Begin').click();

  const second = new ShopPage(await context.newPage());
  await second.open();
  await second.start({ token });

  await expect(flow.heading).toHaveText('You went on elsewhere');
  await flow.button('Close').last().click();
  await expect(flow.root).toHaveCount(0);
});
