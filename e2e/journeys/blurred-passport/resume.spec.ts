import { expect, test } from '../../fixtures.ts';

test('asks for the second side of a document after a reload', async ({ shop, flow, page }) => {
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Identity card');
  await flow.takePicture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Back of your identity card');

  await page.reload();

  await expect(shop.heading).toHaveText('Pick up where you left off');
  await shop.verify();
  await flow.button('Continue').click();
  await expect(flow.heading).toHaveText('Back of your identity card');
});

test('gives no attempt back after a reload', { tag: ['@DRUN-13'] }, async ({ shop, flow, page }) => {
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.takePicture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('The picture is blurred');
  await expect(flow.root).toContainText('You have 2 tries left.');

  await page.reload();
  await expect(shop.heading).toHaveText('Pick up where you left off');
  await shop.verify();
  await flow.button('Continue').click();
  await expect(flow.heading).toHaveText('The picture is blurred');
  await expect(flow.root).toContainText('You have 2 tries left.');
});
