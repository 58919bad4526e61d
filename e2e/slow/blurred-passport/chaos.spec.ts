import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import type { FlowPage } from '../../pages/flow-page.ts';
import { ShopPage } from '../../pages/shop-page.ts';
import { holdFirstAnswer, injectFaults } from '../../request-faults.ts';

/**
 * Leaves the first request of a kind unanswered and passes the others. The returned function resolves once that request is
 * held. It never reaches the service, even if the test continues.
 */
async function holdFirst(page: Page, address: string): Promise<() => Promise<void>> {
  let notifyHeld = () => {};
  const held = new Promise<void>((resolve) => {
    notifyHeld = resolve;
  });
  let isHeld = false;
  await page.route(address, (route) => {
    if (isHeld || route.request().method() === 'OPTIONS') return route.continue();
    isHeld = true;
    notifyHeld();
  });
  return () => held;
}

/** Shows a blurred passport to the camera and waits until the service reports the blur. */
async function showPassport(flow: FlowPage): Promise<void> {
  await flow.chooseDocument('Passport');
  await flow.takePicture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('The picture is blurred');
}

for (const [asked, fault] of [
  ['POST init', 'dropped'],
  ['POST init', 'broken'],
  ['POST begin', 'unanswered'],
  ['POST begin', 'limited'],
  ['POST begin', 'broken'],
  ['PUT front', 'cut'],
  ['PUT front', 'unanswered'],
  ['PUT front', 'broken'],
  ['PUT front', 'limited'],
  ['POST submit', 'unanswered'],
  ['POST submit', 'broken off'],
  ['POST submit', 'limited'],
  ['POST submit', 'delayed'],
  ['POST submit', 'answered late'],
  ['GET state', 'broken'],
] as const) {
  test(`uses one attempt although requests to ${asked} are ${fault}`, async ({
    shop,
    flow,
    page,
    stage,
    readExecution,
  }) => {
    const network = await injectFaults(page, stage, (name) => (name === asked ? fault : null));
    await shop.open();
    const executionId = await shop.verify();
    await showPassport(flow);
    // Late requests are sent only once.
    if (fault === 'delayed' || fault === 'answered late') expect(network.asked.get(asked)).toBe(1);
    // The poll may report the result of a submission before the request is retried; the reply to the retry then changes
    // nothing.
    else await expect.poll(() => network.asked.get(asked)).toBeGreaterThan(2);
    expect(await shop.sdkEvents()).toEqual(['opened', 'started']);
    // Only one attempt was used.
    await expect(flow.root).toContainText('You have 2 tries left.');
    expect((await readExecution(executionId)).status).toBe('PENDING');
  });
}

test('keeps the picture under review when a late reply to the previous submission arrives', async ({
  shop,
  flow,
  page,
}) => {
  const answer = await holdFirstAnswer(page, '**/submit');
  await shop.open();
  await shop.verify();
  await showPassport(flow);
  await flow.button('Take a new picture').click();
  await flow.pressShutter();
  await answer();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('The picture is blurred');
  await expect(flow.root).toContainText('This is your last try.');
});

test('asks for the same side again after a reload during the upload', async ({ shop, flow, page }) => {
  const sent = await holdFirst(page, '**/captures/*');
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.takePicture();
  await flow.button('Use this picture').click();
  await sent();
  await page.reload();
  await expect(shop.heading).toHaveText('Pick up where you left off');
  await shop.verify();
  await flow.button('Continue').click();
  await expect(flow.heading).toHaveText('Photo page of your passport');
  await flow.takePicture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('The picture is blurred');
});

test('continues in a second tab, and reports that in the first during its upload', async ({
  shop,
  flow,
  page,
  context,
  startExecution,
}) => {
  const { token } = await startExecution('document');
  await page.route('**/captures/*', () => undefined);
  await shop.open();
  await shop.start({ token });
  await flow.chooseDocument('Passport');
  await flow.takePicture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Sending your picture');

  const second = new ShopPage(await context.newPage());
  await second.open();
  await second.start({ token });

  await expect(flow.heading).toHaveText('You went on elsewhere');
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'error unknown']);
  await expect(second.page.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('continues at the same step after the back button left the page', async ({
  shop,
  flow,
  page,
  stage,
}) => {
  await page.goto(`${stage.shopUrl}/elsewhere`);
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.shutter).toBeEnabled();
  await page.goBack();
  await shop.open();
  await expect(shop.heading).toHaveText('Pick up where you left off');
  await shop.verify();
  await flow.button('Continue').click();
  await expect(flow.heading).toHaveText('Photo page of your passport');
});

test('works without any storage, also after a reload', async ({ page, flow, shop, startExecution }) => {
  const { token } = await startExecution('document');
  await shop.open();
  const blockStorage = () =>
    page.evaluate(() => {
      for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The user forbids it.', 'SecurityError');
          },
        });
      }
    });
  await blockStorage();
  await shop.start({ token });
  await showPassport(flow);
  await page.reload();
  await blockStorage();
  await shop.start({ token });
  await flow.button('Continue').click();
  await expect(flow.heading).toHaveText('The picture is blurred');
});

for (const years of [-1, 1]) {
  test(`completes on a device whose clock is wrong by ${years} year`, async ({ page, flow, shop }) => {
    await page.addInitScript(
      (offsetMs) => {
        const RealDate = Date;
        window.Date = class extends RealDate {
          constructor(...values: []) {
            super(...(values.length === 0 ? ([RealDate.now() + offsetMs] as unknown as []) : values));
          }
          static override now() {
            return RealDate.now() + offsetMs;
          }
        } as DateConstructor;
      },
      years * 365 * 86_400_000,
    );
    await shop.open();
    await shop.verify();
    await showPassport(flow);
    await expect(flow.root.getByRole('alertdialog')).toHaveCount(0);
    expect(await shop.sdkEvents()).toEqual(['opened', 'started']);
  });
}
