import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { pictures } from '../../specimen.ts';
import { startSteps } from '../../stage/start-steps.ts';

/** Loses requests for a chunk, the first few or all of them. Returns a function that counts them. */
async function lose(page: Page, chunk: string, times = Number.POSITIVE_INFINITY): Promise<() => number> {
  let asked = 0;
  await page.route(`**/chunks/${chunk}-*`, (route) => {
    asked += 1;
    return asked <= times ? route.abort() : route.continue();
  });
  return () => asked;
}

/** Loses the code that loads after the first screen. */
const loseRest = (page: Page, times?: number) => lose(page, 'continue-flow', times);

const passport = { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }] };
const steps = {
  'a passport by camera only': { document: { ...passport, fileAllowed: false } },
  'a selfie': { selfie: { kind: 'selfie', match: 'none' } },
} as const;

for (const [chunk, step, isOfScreens] of [
  ['capture-screens', 'a passport by camera only', true],
  ['capture-kit', 'a passport by camera only', false],
  ['live-camera', 'a passport by camera only', false],
  ['send-document', 'a passport by camera only', false],
  ['selfie-screens', 'a selfie', true],
  ['capture-kit', 'a selfie', false],
  ['selfie-work', 'a selfie', false],
] as const) {
  test(`reports missing ${chunk} at ${step} to user and page`, async ({
    shop,
    flow,
    page,
    stage,
    findBarriers,
  }) => {
    const asked = await lose(page, chunk);
    await shop.open();
    const before = await shop.surroundings();
    const { token } = await startSteps(stage, steps[step]);
    expect(await shop.start({ token })).toBeUndefined();
    await flow.button('Begin').click();
    if (!isOfScreens) await flow.button('Open the camera').click();
    await expect(flow.heading).toHaveText('The camera part did not load');
    await expect(flow.heading).toBeFocused();
    expect(asked()).toBeGreaterThanOrEqual(3);
    expect(await findBarriers()).toEqual([]);
    await flow.button('Close').last().click();
    await expect(flow.root).toHaveCount(0);
    expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'error error_code_4', 'closed']);
    expect(await shop.surroundings()).toEqual(before);
  });
}

for (const chunk of ['capture-kit', 'live-camera']) {
  test(`offers a file without ${chunk} if the step allows one`, async ({
    shop,
    flow,
    page,
    stage,
    findBarriers,
  }) => {
    const asked = await lose(page, chunk);
    await shop.open();
    const { token } = await startSteps(stage, { document: passport });
    expect(await shop.start({ token })).toBeUndefined();
    await flow.button('Begin').click();
    await flow.button('Open the camera').click();
    await expect(flow.heading).toHaveText('A part of this page did not load');
    await expect(flow.heading).toBeFocused();
    expect(asked()).toBeGreaterThanOrEqual(3);
    expect(await findBarriers()).toEqual([]);
    await flow.chooseFile(pictures.passportPhoto);
    await flow.button('Use this picture').click();
    await expect(flow.heading).toHaveText('Your identity is confirmed');
    await flow.button('Done').click();
    await expect(flow.root).toHaveCount(0);
    expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success', 'closed']);
  });
}

test('continues once the rest of the flow loads after the user has begun', async ({ shop, flow, page }) => {
  const asked = await loseRest(page, 2);
  await shop.open();
  await shop.verify();
  await flow.button('Begin').click();
  await expect(flow.heading).toHaveText('Which document do you have with you?');
  expect(asked()).toBe(3);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started']);
  await flow.closeButton.click();
  await flow.button('Leave').click();
  await expect(flow.root).toHaveCount(0);
});

test('reports a missing rest of the flow to user and page, and restores the page', {
  tag: ['@DSDK-25'],
}, async ({ shop, flow, page, findBarriers }) => {
  await loseRest(page);
  await shop.open();
  const before = await shop.surroundings();
  await shop.verify();
  await flow.button('Begin').click();
  await expect(flow.heading).toHaveText('The camera part did not load');
  await expect(flow.heading).toBeFocused();
  expect(await findBarriers()).toEqual([]);
  await flow.button('Close').last().click();
  await expect(flow.root).toHaveCount(0);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'error error_code_4', 'closed']);
  expect(await shop.surroundings()).toEqual(before);
});

test('closes the welcome screen before further code has loaded', { tag: ['@DSDK-31'] }, async ({
  shop,
  flow,
  page,
  keyboard,
}) => {
  await loseRest(page);
  await shop.open();
  await shop.verify();
  await expect(flow.heading).toBeFocused();
  // The chunks that handle the key also load after the first paint.
  await expect(async () => {
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await keyboard.isInside(flow.root)).toBe(true);
    }
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(flow.root).toHaveCount(0);
  expect(await shop.sdkEvents()).toEqual(['opened', 'cancelled', 'closed']);
  await expect(shop.verifyButton).toBeFocused();
});
