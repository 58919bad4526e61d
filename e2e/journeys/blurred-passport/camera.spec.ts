import { expect, test } from '../../fixtures.ts';

test.beforeEach(async ({ shop, flow }) => {
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.shutter).toBeEnabled();
});

test('the camera says what the picture lacks, and takes none by itself', async ({ flow }) => {
  await expect(flow.root.getByText('Wait until it is sharp').first()).toBeVisible();
  await expect(flow.shutter).toBeEnabled();
});

test('the camera screen breaks no rule of WCAG 2.2 AA', async ({ findBarriers }) => {
  expect(await findBarriers()).toEqual([]);
});

test('the shutter can be pressed by keyboard', async ({ flow, keyboard }) => {
  await keyboard.press('Take the picture');
  await expect(flow.button('Use this picture')).toBeVisible();
});
