import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LivingPage, openLivingPage } from './living-page.ts';
import { noTraces } from './watch-traces.ts';

let world: LivingPage;
beforeAll(async () => {
  world = await openLivingPage();
  await world.haveCores(8);
});
afterAll(() => world.close());

/** Moments of the face tracker, from its first byte on, at each of which the flow is closed. */
test.each<[moment: string, reach: (world: LivingPage, pressed: () => Promise<void>) => Promise<void>]>([
  [
    'loads',
    async ({ page, holdWeights }, pressed) => {
      holdWeights(true);
      const asked = page.waitForRequest(/face-model-/);
      await pressed();
      await asked;
    },
  ],
  [
    'warms up',
    async ({ page }, pressed) => {
      const started = page.waitForEvent('worker');
      await pressed();
      await started;
    },
  ],
  [
    'looks for a face',
    async ({ page }, pressed) => {
      await pressed();
      // The fake camera shows nobody.
      await page.getByText('Move your face into the oval').first().waitFor();
    },
  ],
])('leaves nothing, and no worker, if closed while the tracker of a selfie %s', async (_, reach) => {
  const { page } = world;
  world.cameras('opens');
  world.holdUploads(false);
  try {
    const flow = await world.start('fullscreen', 'selfie');
    await flow.button('Begin').click();
    await reach(world, () => flow.button('Open the camera').click());
    await world.closeFlow();
    world.holdWeights(false);
    await expect.poll(() => world.left(), { timeout: 60_000 }).toEqual(noTraces);
    await expect.poll(() => page.workers().length, { timeout: 60_000 }).toBe(0);
  } finally {
    world.holdWeights(false);
  }
});
