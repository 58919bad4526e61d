import type { Page } from '@playwright/test';
import { emulateDevice } from '../../fake-device.ts';
import { expect, test } from '../../fixtures.ts';
import { holdPoses } from '../../pages/face-before-camera.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { simulatePoser } from '../../pages/posing-camera.ts';
import { ShopPage } from '../../pages/shop-page.ts';
import { type Fault, injectFaults, minPauseMs } from '../../request-faults.ts';
import type { ExecutionData } from '../../stage/read-execution.ts';
import type { Stage } from '../../stage/stage.ts';
import { startSteps } from '../../stage/start-steps.ts';
import { trackCameras } from '../../tracked-cameras.ts';

// Pictures are taken by the shutter, with the timer off. The simulated user follows the flow, because a video may show another
// pose by the time a busy machine takes the picture.
test.beforeEach(async ({ context }) => {
  await emulateDevice(context, { cores: 2 });
  await simulatePoser(context);
});

const frames = [1, 2, 3, 4, 5].map((pose) => `PUT selfie-${pose}`);

/** Starts a selfie and goes to its instructions. */
async function beginSelfie(shop: ShopPage, flow: FlowPage, stage: Stage) {
  const started = await startSteps(stage, { selfie: { kind: 'selfie' } });
  await shop.open();
  await shop.start({ token: started.token });
  await flow.button('Begin').click();
  return started;
}

/** Opens the camera with the timer off. */
async function openCamera(flow: FlowPage): Promise<void> {
  await flow.button('Open the camera').click();
  await flow.button('Self-timer').click();
  await expect(flow.shutter).toBeEnabled();
}

/** Returns the kinds of media of the only check, after checking that the first attempt lacked only the proof of liveness. */
function mediaOfReviewed({ status, checks }: ExecutionData): string[] {
  expect(status).toBe('REVIEW');
  expect(checks).toMatchObject([
    {
      status: 'REVIEW',
      statusDetail: 'LIVENESS_UNPROVEN',
      selfieVerificationResult: { livenessCheckResult: 'REVIEW' },
    },
  ]);
  return Object.keys(checks?.[0]?.capturedMedia ?? {}).sort();
}

const faults: readonly Fault[] = ['dropped', 'cut', 'unanswered', 'limited', 'broken'];

// Assigns the faults to the kinds of requests in turn, beginning with the first or the third fault.
for (const firstFault of [0, 2]) {
  test(`completes a selfie although requests are lost or refused, beginning with fault ${faults[firstFault]}`, async ({
    page,
    shop,
    flow,
    stage,
    readExecution,
  }) => {
    const kinds = [...frames, 'PUT selfie-video', 'POST submit', 'POST begin'];
    const network = await injectFaults(page, stage, (name) => {
      const place = kinds.indexOf(name);
      return place < 0 ? null : (faults[(place + firstFault) % faults.length] ?? null);
    });
    const { executionId } = await beginSelfie(shop, flow, stage);
    await openCamera(flow);
    const poses = await holdPoses(page);
    // Each picture was taken once, however often it was sent.
    expect(poses).toHaveLength(frames.length);
    await expect(flow.button('Done')).toBeVisible();
    expect(kinds.map((kind) => [kind, network.asked.get(kind)])).toEqual(kinds.map((kind) => [kind, 3]));
    expect(network.shortestPauseMs()).toBeGreaterThanOrEqual(minPauseMs);
    expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed pending']);
    expect(mediaOfReviewed(await readExecution(executionId))).toEqual(['selfieImage', 'selfieVideo']);
  });
}

test('completes a selfie although replies break off or are slow', async ({
  page,
  shop,
  flow,
  stage,
  readExecution,
}) => {
  const network = await injectFaults(
    page,
    stage,
    (name) => (/selfie-[135]$/.test(name) ? 'broken off' : /selfie|submit/.test(name) ? 'delayed' : null),
    1,
  );
  const { executionId } = await beginSelfie(shop, flow, stage);
  await openCamera(flow);
  await holdPoses(page);
  await expect(flow.button('Done')).toBeVisible();
  expect(frames.map((frame) => network.asked.get(frame))).toEqual([2, 1, 2, 1, 2]);
  // Late requests are sent only once.
  expect(network.asked.get('PUT selfie-video')).toBe(1);
  expect(network.asked.get('POST submit')).toBe(1);
  expect(mediaOfReviewed(await readExecution(executionId))).toEqual(['selfieImage', 'selfieVideo']);
});

/** Blocks all requests for a slot; the returned function resolves once one was blocked. */
async function hold(page: Page, slot: string): Promise<() => Promise<void>> {
  let notifyHeld = () => {};
  const held = new Promise<void>((resolve) => {
    notifyHeld = resolve;
  });
  await page.route(`**/captures/${slot}`, (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue();
    notifyHeld();
  });
  return () => held;
}

test('reports a connection lost between poses, and sends the same pose when the connection returns', async ({
  page,
  context,
  shop,
  flow,
  stage,
  readExecution,
}) => {
  const { executionId } = await beginSelfie(shop, flow, stage);
  const tried: string[] = [];
  page.on('requestfailed', (request) => tried.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
  await openCamera(flow);
  await page.route('**/captures/selfie-3', async (route) => {
    if (tried.length === 0) await context.setOffline(true);
    await route.continue();
  });
  const posing = holdPoses(page);
  await expect(flow.root).toContainText('You are offline. We go on as soon as the connection is back.');
  expect(tried).toContain('selfie-3');
  await context.setOffline(false);
  expect(await posing).toHaveLength(frames.length);
  await expect(flow.button('Done')).toBeVisible();
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed pending']);
  expect(mediaOfReviewed(await readExecution(executionId))).toEqual(['selfieImage', 'selfieVideo']);
});

test('restarts the same poses after a reload, and leaves no camera on', async ({
  page,
  shop,
  flow,
  stage,
  readExecution,
}) => {
  const cameras = await trackCameras(page);
  const sent = await hold(page, 'selfie-3');
  const { executionId, token } = await beginSelfie(shop, flow, stage);
  await openCamera(flow);
  const before = holdPoses(page).catch(() => 'the page is gone');
  await sent();
  await page.reload();
  expect(await before).toBe('the page is gone');
  await page.unroute('**/captures/selfie-3');
  const stored: string[] = [];
  page.on('response', (reply) => {
    if (reply.request().method() === 'PUT')
      stored.push(new URL(reply.url()).pathname.split('/').at(-1) ?? '');
  });
  await shop.open();
  await shop.start({ token });
  await flow.button('Continue').click();
  await openCamera(flow);
  await holdPoses(page);
  await expect(flow.button('Done')).toBeVisible();
  expect(stored).toEqual([...frames.map((frame) => frame.slice(4)), 'selfie-video']);
  expect(new Set(await cameras())).toEqual(new Set(['ended']));
  expect(mediaOfReviewed(await readExecution(executionId))).toEqual(['selfieImage', 'selfieVideo']);
});

test('submits the poses without the camera after a reload during the upload of the video', async ({
  page,
  shop,
  flow,
  stage,
  readExecution,
}) => {
  const cameras = await trackCameras(page);
  const sent = await hold(page, 'selfie-video');
  const { executionId, token } = await beginSelfie(shop, flow, stage);
  await openCamera(flow);
  await holdPoses(page);
  await sent();
  await page.reload();
  await shop.open();
  await shop.start({ token });
  await flow.button('Continue').click();
  await expect(flow.button('Done')).toBeVisible();
  expect(await cameras()).toEqual([]);
  expect(mediaOfReviewed(await readExecution(executionId))).toEqual(['selfieImage']);
});

test('repeats all poses in a second tab, and turns off the camera of the first', async ({
  page,
  context,
  shop,
  flow,
  stage,
  readExecution,
}) => {
  const cameras = await trackCameras(page);
  const sent = await hold(page, 'selfie-3');
  const { executionId, token } = await beginSelfie(shop, flow, stage);
  await openCamera(flow);
  const posing = holdPoses(page);
  await sent();
  const second = new ShopPage(await context.newPage());
  await second.open();
  await second.start({ token });
  await expect(flow.heading).toHaveText('You went on elsewhere');
  await posing;
  expect(new Set(await cameras())).toEqual(new Set(['ended']));
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'error unknown']);
  const there = new FlowPage(second.page);
  await there.button('Continue').click();
  await openCamera(there);
  expect(await holdPoses(second.page)).toHaveLength(frames.length);
  await expect(there.button('Done')).toBeVisible();
  expect(mediaOfReviewed(await readExecution(executionId))).toEqual(['selfieImage', 'selfieVideo']);
});
