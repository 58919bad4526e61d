import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';

/** Loses the requests for the code that comes after the first screen: the first few, or all of them. */
async function loseRest(page: Page, times = Number.POSITIVE_INFINITY): Promise<() => number> {
  let asked = 0;
  await page.route('**/chunks/continue-flow-*', (route) => {
    asked += 1;
    return asked <= times ? route.abort() : route.continue();
  });
  return () => asked;
}

test('whoever begins before the rest of the flow has arrived goes on when it is there', async ({
  shop,
  flow,
  page,
}) => {
  const asked = await loseRest(page, 2);
  await shop.open();
  await shop.verify();
  await flow.button('Begin').click();
  await expect(flow.heading).toHaveText('Which document do you have with you?');
  expect(asked()).toBe(3);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started']);
  await flow.closeButton.click();
  await flow.button('Leave').click();
  await expect(flow.root).toHaveCount(0);
});

test('without the rest of the flow the user is told, the page hears why, and nothing stays behind', async ({
  shop,
  flow,
  page,
  findBarriers,
}) => {
  await loseRest(page);
  await shop.open();
  const before = await shop.surroundings();
  await shop.verify();
  await flow.button('Begin').click();
  await expect(flow.heading).toHaveText('The camera part did not load');
  await expect(flow.heading).toBeFocused();
  expect(await findBarriers()).toEqual([]);
  await flow.button('Close').last().click();
  await expect(flow.root).toHaveCount(0);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'error error_code_4', 'closed']);
  expect(await shop.surroundings()).toEqual(before);
});

test('the welcome can be left while nothing else has arrived', async ({ shop, flow, page, keyboard }) => {
  await loseRest(page);
  await shop.open();
  await shop.verify();
  await expect(flow.heading).toBeFocused();
  // What holds the key comes after the first paint too.
  await expect(async () => {
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await keyboard.isInside(flow.root)).toBe(true);
    }
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(flow.root).toHaveCount(0);
  expect(await shop.sdkEvents()).toEqual(['opened', 'cancelled', 'closed']);
  await expect(shop.verifyButton).toBeFocused();
});
