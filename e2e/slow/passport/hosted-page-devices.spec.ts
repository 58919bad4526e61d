import { devices } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { startLink } from '../../stage/start-link.ts';

const wide = {
  viewport: { width: 1920, height: 1080 },
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
};
const kinds = [
  ['a phone', devices['Pixel 7']],
  ['a phone on its side', devices['Pixel 7 landscape']],
  ['a tablet', devices['Galaxy Tab S4']],
  ['a tablet on its side', devices['Galaxy Tab S4 landscape']],
  ['a desktop', { ...devices['Desktop Chrome'], ...wide }],
] as const;

for (const [kind, { defaultBrowserType: _, ...device }] of kinds) {
  test.describe(kind, () => {
    test.use(device);

    test(`completes the whole verification with ${kind} on the hosted page`, { tag: ['@S4-35'] }, async ({
      page,
      flow,
      stage,
      readExecution,
      findBarriers,
    }) => {
      const { executionId, redirectUrl } = await startLink(stage);
      await page.goto(redirectUrl);
      await expect(flow.heading).toHaveText('Verify your identity');
      /** Finds elements wider than the window, and parts of the flow that do not fill it. */
      const misfit = () =>
        page.evaluate(() => ({
          sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          width: document.querySelector('[data-vendor-orchestration]')!.getBoundingClientRect().width,
          window: document.documentElement.clientWidth,
        }));
      const { sideways, width, window } = await misfit();
      expect({ sideways, width }).toEqual({ sideways: 0, width: window });
      expect(await findBarriers()).toEqual([]);
      await flow.chooseDocument('Passport');
      await flow.awaitAutoCapture();
      expect((await misfit()).sideways).toBe(0);
      await flow.button('Use this picture').click();
      await expect(flow.heading).toHaveText('Your identity is confirmed');
      expect((await misfit()).sideways).toBe(0);
      expect((await readExecution(executionId)).status).toBe('APPROVED');
    });
  });
}

test('starts again when the link is opened again in the same tab after quitting', async ({
  page,
  flow,
  stage,
}) => {
  const { redirectUrl } = await startLink(stage);
  await page.goto(redirectUrl);
  await flow.closeButton.click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Verify your identity');
  // Changes only the fragment, so that the browser does not load the page.
  await page.goto(redirectUrl);
  await expect(flow.heading).toHaveText('Verify your identity');
  expect(page.url()).toBe(`${stage.serviceUrl}/flow`);
});
