import type { Page } from '@playwright/test';
import { emulateDevice } from '../../fake-device.ts';
import { expect, test } from '../../fixtures.ts';
import type { FlowPage } from '../../pages/flow-page.ts';
import { simulatePoser } from '../../pages/posing-camera.ts';
import type { ShopPage } from '../../pages/shop-page.ts';
import type { Stage } from '../../stage/stage.ts';
import { startSteps } from '../../stage/start-steps.ts';
import { trackCameras } from '../../tracked-cameras.ts';

/** Slows the page's clock, so that no machine is too slow for the tracker and no pose times out. */
async function slowClock(page: Page): Promise<void> {
  await page.addInitScript((slowedBy) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() / slowedBy;
  }, 5);
}

/** Opens the camera of a selfie and records the messages over its picture. */
async function openCamera(page: Page, shop: ShopPage, flow: FlowPage, stage: Stage) {
  const { executionId, token } = await startSteps(stage, { selfie: { kind: 'selfie' } });
  await shop.open();
  await shop.start({ token });
  await flow.button('Begin').click();
  await page.evaluate(() => {
    const said = new Set<string>();
    Object.assign(window, { said });
    const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
    if (!root) throw new Error('There is no flow.');
    new MutationObserver(() => said.add(root.querySelector('.pill span')?.textContent ?? '')).observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await flow.button('Open the camera').click();
  await expect(flow.shutter).toBeEnabled();
  const said = () => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
  return { executionId, said };
}

test('captures poses automatically, sends no foreign request and restores the page', {
  tag: ['@S1-10'],
}, async ({ page, shop, flow, stage, readExecution }) => {
  await emulateDevice(page, { cores: 8 });
  await slowClock(page);
  await simulatePoser(page);
  const cameras = await trackCameras(page);
  const { executionId, said } = await openCamera(page, shop, flow, stage);
  await expect.poll(() => page.workers().length).toBe(1);
  await expect(flow.button('Done')).toBeVisible();
  // Only the tracker shows these messages.
  expect(await said()).toEqual(expect.arrayContaining(['Look straight ahead', 'Good. Hold still']));
  expect(page.workers()).toEqual([]);
  expect(new Set(await cameras())).toEqual(new Set(['ended']));
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed pending']);
  expect(await readExecution(executionId)).toMatchObject({
    status: 'REVIEW',
    checks: [
      {
        status: 'REVIEW',
        statusDetail: 'LIVENESS_UNPROVEN',
        selfieVerificationResult: { livenessCheckResult: 'REVIEW' },
      },
    ],
  });
});

for (const [what, device] of [
  ['has few cores', { cores: 2 }],
  ['saves data', { cores: 8, saveData: true }],
] as const) {
  test(`captures poses by timer, without a tracker, on a device that ${what}`, async ({
    page,
    shop,
    flow,
    stage,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await emulateDevice(page, device);
    await slowClock(page);
    await simulatePoser(page);
    const { said } = await openCamera(page, shop, flow, stage);
    await expect(flow.root.locator('.ring-done')).toBeVisible();
    expect(await said()).not.toContain('Good. Hold still');
    expect(asked.filter((url) => /face-(model|worker)/.test(url))).toEqual([]);
    expect(page.workers()).toEqual([]);
  });
}
