import type { Page } from '@playwright/test';

/** Records every camera track of the page from now on. The returned function returns their states. */
export async function trackCameras(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    window.cameraTracks = [];
    const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await original(constraints);
      window.cameraTracks.push(...stream.getTracks());
      return stream;
    };
  });
  return () => page.evaluate(() => window.cameraTracks.map(({ readyState }) => readyState));
}
