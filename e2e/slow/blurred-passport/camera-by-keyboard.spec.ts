import { expect, test } from '../../fixtures.ts';
import { simulatePhoneCameras } from '../../phone-cameras.ts';
import { trackCameras } from '../../tracked-cameras.ts';

// In front of a blurred document, which is not captured automatically, so the user decides.
test('operates light, camera switch and shutter by keyboard, and keeps the focus', async ({
  page,
  shop,
  flow,
  keyboard,
}) => {
  const camera = await simulatePhoneCameras(page);
  const states = await trackCameras(page);
  /** Waits for the screen with that heading to have the focus. */
  const at = async (heading: string) => {
    await expect(flow.heading).toHaveText(heading);
    await expect(flow.heading).toBeFocused();
  };
  await shop.open();
  await keyboard.press('Verify your identity');
  await at('Verify your identity');
  await keyboard.press('Begin');
  await at('Which document do you have with you?');
  await keyboard.press(/^Passport/);
  await at('Photo page of your passport');
  await keyboard.press('Open the camera');
  await expect(flow.shutter).toBeEnabled();
  const light = flow.button('Light');
  const other = flow.button('Use the other camera');
  await expect(light).toBeVisible();
  expect(await camera.now()).toEqual({ facing: 'back', isLit: false });
  expect([...(await keyboard.goRound(flow.root))].sort()).toEqual([
    'Close',
    'Go back',
    'Light',
    'Take the picture',
    'Use a picture you have',
    'Use the other camera',
  ]);

  await test.step('switches the light on and off', async () => {
    await keyboard.reach('Light');
    for (const isLit of [true, false, true]) {
      await page.keyboard.press('Space');
      await expect(light).toHaveAttribute('aria-pressed', `${isLit}`);
      await expect(light).toBeFocused();
      expect(await camera.now()).toEqual({ facing: 'back', isLit });
    }
  });

  await test.step('switches to the other camera and back', async () => {
    await keyboard.press('Use the other camera', 'Space');
    await expect.poll(() => camera.now()).toEqual({ facing: 'front', isLit: false });
    await expect(flow.shutter).toBeEnabled();
    await expect(other).toBeFocused();
    await expect(light).toHaveCount(0);
    expect(await keyboard.goRound(flow.root)).toHaveLength(5);
    await keyboard.reach('Use the other camera');
    await page.keyboard.press('Enter');
    await expect.poll(() => camera.now()).toEqual({ facing: 'back', isLit: false });
    await expect(light).toHaveAttribute('aria-pressed', 'false');
    await expect(other).toBeFocused();
  });

  await keyboard.press('Take the picture', 'Space');
  await at('Can you read every line?');
  expect(await states()).toEqual(['ended', 'ended', 'ended']);
  await keyboard.press('Go back');
  await expect(flow.shutter).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(flow.button('Stay here')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(flow.shutter).toBeEnabled();
  expect(await keyboard.isInside(flow.root)).toBe(true);
});
