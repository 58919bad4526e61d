import type { Page } from '@playwright/test';

/** Notes every camera track that the page is given from now on; the returned function answers their states. */
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
