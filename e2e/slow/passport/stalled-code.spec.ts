import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';

/** Leaves all requests for a chunk unanswered, with the connection open. */
async function stall(page: Page, chunk: string): Promise<() => number> {
  let asked = 0;
  await page.route(`**/chunks/${chunk}-*`, () => {
    asked += 1;
  });
  return () => asked;
}

test('opens in English with the default theme if texts and theme never load', async ({
  shop,
  flow,
  page,
  startExecution,
}) => {
  const texts = await stall(page, 'de');
  const theme = await stall(page, 'custom-theme');
  await shop.open();
  const { token } = await startExecution('document');
  expect(
    await shop.start({ token, language: 'de', theme: { light: { baseAccent: '#7a1fa2' } } }),
  ).toBeUndefined();
  await expect(flow.heading).toHaveText('Verify your identity');
  await expect(flow.root).toHaveAttribute('lang', 'en');
  expect([texts(), theme()]).toEqual([1, 1]);
  await page.evaluate(() => VendorOrchestration.close());
  await expect(flow.root).toHaveCount(0);
});
