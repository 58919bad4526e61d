import type { Page, Request } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { serveHostPage } from '../../stage/host-page.ts';
import { trackCameras } from '../../tracked-cameras.ts';

const isUpload = (request: Request) => request.method() === 'PUT' && request.url().includes('/captures/');

/** Delays every upload of a picture until the returned function releases these and later ones. */
async function holdUploads(page: Page): Promise<() => void> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/captures/*', async (route) => {
    await gate;
    await route.continue();
  });
  return open;
}

test('closes flow, camera and worker when the page removes the container', {
  tag: ['@DSDK-14'],
}, async ({ shop, flow, page, startExecution }) => {
  const cameraStates = await trackCameras(page);
  const { token } = await startExecution('document');
  await shop.open();
  const before = await shop.surroundings();
  const inline = { token, renderingMode: 'inline', containerId: 'box' };
  const addBox = () =>
    page.evaluate(() => {
      const box = document.body.appendChild(document.createElement('section'));
      box.id = 'box';
      box.style.height = '640px';
    });
  await addBox();
  await shop.start(inline);
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.shutter).toBeEnabled();
  await expect.poll(() => page.workers().length).toBe(1);

  await page.locator('#box').evaluate((box) => box.remove());

  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'closed']);
  expect((await cameraStates()).filter((state) => state !== 'ended')).toEqual([]);
  await expect.poll(() => page.workers().length).toBe(0);
  expect(await shop.surroundings()).toEqual(before);
  await addBox();
  await shop.start(inline);
  await expect(flow.heading).toHaveText('Welcome back');
});

test('leaves the page usable when the page removes a fullscreen flow', async ({ shop, flow, page }) => {
  await shop.open();
  const before = await shop.surroundings();
  await shop.verify();
  await expect(flow.heading).toBeFocused();
  await page.locator('[data-vendor-orchestration]').evaluate((host) => host.remove());
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'closed']);
  expect(await shop.surroundings()).toEqual(before);
  await expect(shop.verifyButton).toBeFocused();
});

test('leaves no camera on after close() before the permission is granted', async ({ shop, flow, page }) => {
  const cameraStates = await trackCameras(page);
  // The user has not answered the permission request yet.
  await page.addInitScript(() => {
    const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      await new Promise((answer) => addEventListener('allow', answer, { once: true }));
      return original(constraints);
    };
  });
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.shutter).toBeDisabled();
  expect(await shop.close()).toEqual([]);

  await page.evaluate(() => dispatchEvent(new Event('allow')));
  await expect.poll(cameraStates).toEqual(['ended']);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'closed']);
});

test('leaves no camera on after close() in the task in which the permission is granted', {
  tag: ['@DSDK-16'],
}, async ({ shop, flow, page }) => {
  await trackCameras(page);
  await page.addInitScript(() => {
    const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await original(constraints);
      // Before the flow has received its first frame.
      queueMicrotask(() => {
        queueMicrotask(() => {
          void VendorOrchestration.close();
          document.title = stream
            .getTracks()
            .map(({ readyState }) => readyState)
            .join();
        });
      });
      return stream;
    };
  });
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(page).toHaveTitle('ended');
});

test('aborts the upload on close()', { tag: ['@S4.5-5'] }, async ({ shop, flow, page }) => {
  await holdUploads(page);
  const sent = page.waitForRequest(isUpload);
  const failed = page.waitForEvent('requestfailed', isUpload);
  await shop.open();
  const before = await shop.surroundings();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.takePicture();
  await flow.button('Use this picture').click();
  await sent;

  await page.evaluate(() => VendorOrchestration.close());

  await failed;
  expect(await shop.surroundings()).toEqual(before);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'closed']);
});

test('reports an upload without network, and continues when the network returns', async ({
  shop,
  flow,
  page,
  context,
}) => {
  const release = await holdUploads(page);
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.takePicture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Sending your picture');
  await context.setOffline(true);
  release();
  await expect(flow.root.getByText(/^You are offline/).first()).toBeVisible();
  await context.setOffline(false);
  await expect(flow.heading).toHaveText('The picture is blurred');
  expect(await shop.sdkEvents()).toEqual(['opened', 'started']);
});

test('continues after the page returns from the back-forward cache', async ({
  context,
  stage,
  startExecution,
}) => {
  const { token } = await startExecution('document');
  const host = await serveHostPage(stage.serviceUrl, {});
  const page = await context.newPage();
  await page.goto(host.url);
  await page.evaluate((given) => VendorOrchestration.start(given), token);
  const flow = new FlowPage(page);
  await flow.chooseDocument('Passport');

  await page.goto(`${host.url}elsewhere`);
  // A restored page loads nothing.
  await page.goBack({ waitUntil: 'commit' });

  await expect(page).toHaveTitle('opened,started');
  await flow.takePicture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('The picture is blurred');
  host.close();
});

test('turns the camera off while the page is in the back-forward cache', async ({ shop, flow, page }) => {
  const cameraStates = await trackCameras(page);
  // Fires the browser's events, because browsers may not cache a page whose camera was just on.
  const dispatch = (type: 'pagehide' | 'pageshow') =>
    page.evaluate((name) => {
      dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
      return window.cameraTracks.filter(({ readyState }) => readyState === 'live').length;
    }, type);
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.shutter).toBeEnabled();
  expect(await dispatch('pagehide')).toBe(0);
  await expect(flow.shutter).toBeDisabled();
  await dispatch('pageshow');
  await expect(flow.shutter).toBeEnabled();
  expect((await cameraStates()).filter((state) => state === 'live')).toHaveLength(1);
  await flow.pressShutter();
  expect(await shop.sdkEvents()).toEqual(['opened', 'started']);
});

test('leaks no memory when flows are opened and closed', { tag: ['@S4.5-5'] }, async ({
  context,
  stage,
  startExecution,
}) => {
  const { token } = await startExecution('document');
  // A page without a log, which would grow.
  const host = await serveHostPage(stage.serviceUrl, {});
  const page = await context.newPage();
  await page.goto(host.url);
  const { root } = new FlowPage(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const cycles = async (count: number) => {
    for (let cycle = 0; cycle < count; cycle += 1) {
      await page.evaluate((given) => VendorOrchestration.start(given), token);
      await root.getByRole('button', { name: /^(Begin|Continue)$/ }).click();
      await root.getByRole('button', { name: /^Passport/ }).waitFor();
      await page.evaluate(() => VendorOrchestration.close());
    }
  };
  // A pending task of the browser can hold the last flow for a while, so the count is polled.
  const kept = async (kind: string) => {
    for (const _ of ['held', 'let go']) {
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
      await cdp.send('HeapProfiler.collectGarbage');
    }
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === kind)?.value ?? Number.NaN;
  };
  for (const kind of ['Nodes', 'JSEventListeners']) {
    await cycles(3);
    const before = await kept(kind);
    await cycles(9);
    // A leak would appear once for each of the nine flows.
    await expect.poll(async () => (await kept(kind)) - before, kind).toBeLessThan(9);
  }
  host.close();
});
