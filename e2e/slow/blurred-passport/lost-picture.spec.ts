import type { Page } from '@playwright/test';
import { spoilCameras } from '../../faulty-cameras.ts';
import { expect, test } from '../../fixtures.ts';
import type { FlowPage } from '../../pages/flow-page.ts';
import type { ShopPage } from '../../pages/shop-page.ts';
import { pictures } from '../../specimen.ts';
import { trackCameras } from '../../tracked-cameras.ts';

/** Opens the camera for a document that is not captured automatically. */
async function openCamera(page: Page, shop: ShopPage, flow: FlowPage) {
  const faults = await spoilCameras(page);
  const states = await trackCameras(page);
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.shutter).toBeEnabled();
  return { faults, states, live: async () => (await states()).filter((state) => state === 'live').length };
}

for (const fault of ['black', 'frozen', 'muted', 'ended'] as const) {
  test(`reopens a camera that is suddenly ${fault}, and takes the picture`, async ({ page, shop, flow }) => {
    const { faults, states, live } = await openCamera(page, shop, flow);
    await faults.applyFault(fault);
    await expect.poll(async () => (await states()).length).toBe(2);
    await expect(flow.shutter).toBeEnabled();
    expect(await live()).toBe(1);
    await flow.pressShutter();
    expect(await shop.sdkEvents()).toEqual(['opened', 'started']);
  });
}

test('explains a black camera picture, and continues when the camera is uncovered', async ({
  page,
  shop,
  flow,
  findBarriers,
}) => {
  const { faults, states, live } = await openCamera(page, shop, flow);
  await faults.applyFaultToAll('black');
  await expect(flow.heading).toHaveText('The camera shows only black');
  expect(await states()).toEqual(['ended', 'ended']);
  expect(await findBarriers()).toEqual([]);
  await expect(flow.button('Use a picture you have')).toBeVisible();
  await faults.applyFaultToAll(null);
  await flow.button('Try again').click();
  await expect(flow.shutter).toBeEnabled();
  expect(await live()).toBe(1);
});

test('turns the camera off while the tab is in the background', async ({ page, shop, flow }) => {
  const { live } = await openCamera(page, shop, flow);
  // Fires the browser's events; a page of these browsers is never in the background.
  const show = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await show(true);
  expect(await live()).toBe(0);
  await expect(flow.shutter).toBeDisabled();
  await show(false);
  await expect(flow.shutter).toBeEnabled();
  expect(await live()).toBe(1);
  await flow.pressShutter();
});

test('restarts the selfie when its camera freezes', async ({ page, shop, flow }) => {
  const faults = await spoilCameras(page);
  const states = await trackCameras(page);
  await shop.open();
  await shop.choose('Workflow', 'Document and selfie');
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.chooseFile(pictures.passportPhoto);
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Now show your face');
  await flow.button('Open the camera').click();
  await flow.button('Self-timer').click();
  await faults.applyFaultToAll('frozen');
  await expect(flow.heading).toHaveText('The camera is in use');
  expect(await states()).toEqual(['ended', 'ended']);
  await faults.applyFaultToAll(null);
  await flow.button('Try again').click();
  await expect(flow.shutter).toBeEnabled();
});
