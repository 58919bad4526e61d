import { expect, test } from '../../fixtures.ts';
import { trackCameras } from '../../tracked-cameras.ts';

test('stops every track and restores the page on close() at the camera', {
  tag: ['@S4.5-5', '@DSDK-14', '@DSDK-16'],
}, async ({ shop, flow, page }) => {
  const cameraStates = await trackCameras(page);
  await shop.open();
  const before = await shop.surroundings();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.shutter).toBeEnabled();
  expect(await cameraStates()).toContain('live');

  const states = await shop.close();

  expect(states.filter((state) => state !== 'ended')).toEqual([]);
  await expect(flow.root).toHaveCount(0);
  expect(await shop.surroundings()).toEqual(before);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'closed']);
});

test('turns the camera off while no camera screen is shown', async ({ shop, flow, page }) => {
  const cameraStates = await trackCameras(page);
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.takePicture();
  await expect.poll(cameraStates).not.toContain('live');

  await flow.button('Take it again').click();
  await expect(flow.shutter).toBeEnabled();
  expect((await cameraStates()).filter((state) => state === 'live')).toHaveLength(1);

  await flow.backButton.click();
  await expect(flow.heading).toHaveText('Photo page of your passport');
  await expect.poll(cameraStates).not.toContain('live');
});

test('opens and closes a flow repeatedly', async ({ shop, flow }) => {
  await shop.open();
  const before = await shop.surroundings();
  for (let round = 0; round < 3; round += 1) {
    await shop.verify();
    await expect(flow.heading).toBeFocused();
    await flow.closeButton.click();
    await expect(flow.root).toHaveCount(0);
    expect(await shop.surroundings()).toEqual(before);
    await expect(shop.verifyButton).toBeFocused();
  }
});
