import { expect, test } from '../fixtures.ts';
import { inEveryVariant } from './variants.ts';

inEveryVariant((photograph) => {
  test('screens from the first retry to the retry limit', async ({ shop, flow, page }) => {
    await shop.open();
    await shop.verify();
    await flow.chooseDocument('Passport');
    await flow.button('Open the camera').click();
    await expect(flow.root.getByText('Wait until it is sharp').first()).toBeVisible();
    await photograph(page, '20-camera-blurred');
    await flow.pressShutter();
    await flow.button('Use this picture').click();
    await expect(flow.heading).toHaveText('The picture is blurred');
    await photograph(page, '21-retry');
    for (const heading of ['The picture is blurred', 'What you sent could not be used']) {
      await flow.button('Take a new picture').click();
      await flow.pressShutter();
      await flow.button('Use this picture').click();
      await expect(flow.heading).toHaveText(heading);
      await photograph(page, heading.includes('blurred') ? '22-last-retry' : '23-retry-limit');
    }
    await flow.button('Close').last().click();
    await expect(shop.heading).toHaveText('We could not verify you');
    await photograph(page, '24-shop-declined');
  });
});
