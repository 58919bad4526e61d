import { expect, test } from '../fixtures.ts';
import { workflowOf } from '../stage/stage.ts';
import { holdRequests } from './held-requests.ts';
import { inEveryVariant } from './variants.ts';

inEveryVariant((photograph) => {
  test('screens from the shop to the result', async ({ shop, flow, page }) => {
    await shop.open();
    await photograph(page, '01-shop');
    await shop.verify();
    await expect(flow.heading).toHaveText('Verify your identity');
    await photograph(page, '02-welcome');
    await flow.button('Begin').click();
    await expect(flow.heading).toHaveText('Which document do you have with you?');
    await photograph(page, '03-document-choice');
    await flow.closeButton.click();
    await flow.button('Stay here').waitFor();
    await photograph(page, '04-quit');
    await flow.button('Stay here').click();
    await flow.root.getByRole('button', { name: /^Passport/ }).click();
    await expect(flow.heading).toHaveText('Photo page of your passport');
    await photograph(page, '05-instruct');
    await flow.button('Open the camera').click();
    await expect(flow.shutter).toBeEnabled();
    await expect(flow.root.getByText('Good. Hold still').first()).toBeVisible();
    await photograph(page, '06-camera');
    await flow.button('Use this picture').waitFor();
    await photograph(page, '07-review');

    const sendUpload = await holdRequests(page, /\/captures\//);
    await flow.button('Use this picture').click();
    await expect(flow.heading).toHaveText('Sending your picture');
    await photograph(page, '08-upload');
    const answer = await holdRequests(page, /\/client\/state/);
    sendUpload();
    await expect(flow.heading).toHaveText('Checking your document');
    await photograph(page, '09-processing');
    answer();
    await expect(flow.heading).toHaveText('Your identity is confirmed');
    await photograph(page, '10-result');
    await flow.button('Done').click();
    await expect(shop.heading).toHaveText('You are verified');
    await photograph(page, '11-shop-verified');
  });

  test('screens of the contact details', async ({ stage, shop, page }) => {
    await shop.open();
    await shop.choose('Workflow', workflowOf(stage, 'contact').name);
    await shop.verifyButton.click();
    await expect(shop.heading).toHaveText('How do we reach you?');
    await photograph(page, '12-shop-contact');
    await page.getByLabel('E-mail').fill('hire@');
    await page.getByLabel('Mobile number').fill('+44 7400 123456');
    await shop.verifyButton.click();
    await expect(page.getByText('This does not look like')).toBeVisible();
    await photograph(page, '13-shop-contact-fault');
    await page.getByLabel('E-mail').fill('hire@example.com');
    await shop.verifyButton.click();
    await shop.webhookExecution();
    await photograph(page, '14-shop-contact-outcome');
    await page.locator('#workbench').scrollIntoViewIfNeeded();
    await photograph(page, '15-shop-workbench');
  });

  test('screens of an inline flow', async ({ shop, flow, page }) => {
    await shop.open();
    await shop.choose('Mode', 'Inside this page');
    await shop.verify();
    await expect(flow.heading).toHaveText('Verify your identity');
    await photograph(page, '16-inline');
  });

  test('screens without a theme', async ({ shop, flow, page }) => {
    await shop.open();
    await shop.choose('Theme', 'As delivered');
    await shop.verify();
    await expect(flow.heading).toHaveText('Verify your identity');
    await photograph(page, '17-default-theme');
  });
});
