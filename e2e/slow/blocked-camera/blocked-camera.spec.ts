import { expect, test } from '../../fixtures.ts';
import type { FlowPage } from '../../pages/flow-page.ts';
import type { ShopPage } from '../../pages/shop-page.ts';
import { pictures } from '../../specimen.ts';

test.use({ permissions: [] });

async function meetBlockedCamera(shop: ShopPage, flow: FlowPage): Promise<void> {
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.heading).toHaveText('The camera is blocked');
}

test('explains how to unblock the camera in this browser', { tag: ['@DSDK-61'] }, async ({
  shop,
  flow,
  findBarriers,
}) => {
  await meetBlockedCamera(shop, flow);
  await expect(flow.root.getByRole('listitem')).toHaveText([
    'Select the icon beside the address of this page.',
    'Switch the camera on.',
    'Come back here and try again.',
  ]);
  expect(await findBarriers()).toEqual([]);
});

test('opens the camera automatically once it is allowed', { tag: ['@DSDK-119'] }, async ({
  shop,
  flow,
  context,
  stage,
}) => {
  await meetBlockedCamera(shop, flow);
  await context.grantPermissions(['camera'], { origin: stage.shopUrl });
  await expect(flow.button('Use this picture')).toBeVisible();
});

test('retries the camera without a reload if permissions cannot be queried', {
  tag: ['@DSDK-119'],
}, async ({ shop, flow, page, context, stage }) => {
  await page.addInitScript(() => {
    navigator.permissions.query = () => Promise.reject(new TypeError('camera is no permission here'));
  });
  await meetBlockedCamera(shop, flow);
  await context.grantPermissions(['camera'], { origin: stage.shopUrl });
  await flow.button('Try again').click();
  await expect(flow.button('Use this picture')).toBeVisible();
});

test('continues with a file if the camera is blocked', { tag: ['@DSDK-82', '@DACC-13'] }, async ({
  shop,
  flow,
}) => {
  await meetBlockedCamera(shop, flow);
  await flow.chooseFile(pictures.passportPhoto);
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Your identity is confirmed');
  await flow.button('Done').click();
  await expect(shop.heading).toHaveText('You are verified');
});
