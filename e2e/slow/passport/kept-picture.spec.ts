import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import type { FlowPage } from '../../pages/flow-page.ts';
import type { ShopPage } from '../../pages/shop-page.ts';
import type { Stage } from '../../stage/stage.ts';
import { startSteps } from '../../stage/start-steps.ts';

const passport = { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }] };

/**
 * Rejects uploads with a `retry-after` of 15 minutes, longer than the flow retries by itself. Returns the digests of the
 * uploaded pictures.
 */
async function rejectUploads(page: Page, times = Number.POSITIVE_INFINITY): Promise<string[]> {
  const digests: string[] = [];
  await page.route('**/captures/front', async (route) => {
    const request = route.request();
    if (request.method() !== 'PUT') return route.continue();
    digests.push((await request.headerValue('content-digest')) ?? '');
    if (digests.length > times) return route.continue();
    return route.fulfill({
      status: 503,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after',
        'retry-after': '900',
      },
    });
  });
  return digests;
}

/** Starts a flow that asks for a passport, and sends its picture. */
async function sendPassport(shop: ShopPage, flow: FlowPage, stage: Stage): Promise<void> {
  await shop.open();
  const { token } = await startSteps(stage, { document: passport });
  await shop.start({ token });
  await flow.button('Begin').click();
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
}

test('keeps a picture that the service refuses for long, however often the user retries', async ({
  shop,
  flow,
  page,
  stage,
}) => {
  const digests = await rejectUploads(page, 3);
  await sendPassport(shop, flow, stage);
  for (const times of [1, 2, 3]) {
    await expect(flow.heading).toHaveText('Something went wrong on our side');
    expect(digests).toHaveLength(times);
    await flow.button('Try again').click();
    await expect.poll(() => digests.length).toBe(times + 1);
  }
  await expect(flow.heading).toHaveText('Your identity is confirmed');
  expect(new Set(digests).size).toBe(1);
  await flow.button('Done').click();
  await expect(flow.root).toHaveCount(0);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success', 'closed']);
});

test('lets the user retake a picture whose upload never succeeds', async ({
  shop,
  flow,
  page,
  stage,
  findBarriers,
}) => {
  await rejectUploads(page);
  await sendPassport(shop, flow, stage);
  await expect(flow.heading).toHaveText('Something went wrong on our side');
  expect(await findBarriers()).toEqual([]);
  await flow.backButton.click();
  await expect(flow.button('Open the camera')).toBeVisible();
  await page.unroute('**/captures/front');
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Your identity is confirmed');
});
