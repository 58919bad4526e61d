import { expect, test } from '../fixtures.ts';
import { inEveryVariant } from './variants.ts';

test.use({ permissions: [] });

inEveryVariant((photograph) => {
  test('screens of a blocked camera', async ({ shop, flow, page }) => {
    await shop.open();
    await shop.verify();
    await flow.chooseDocument('Identity card');
    await photograph(page, '30-instruct-card');
    await flow.button('Open the camera').click();
    await expect(flow.heading).toHaveText('The camera is blocked');
    await photograph(page, '31-camera-blocked');
    await page.reload();
    await shop.verify();
    await expect(flow.heading).toHaveText('Welcome back');
    await photograph(page, '32-welcome-back');
  });
});
