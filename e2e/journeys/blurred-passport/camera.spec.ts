import { expect, test } from '../../fixtures.ts';

test.beforeEach(async ({ shop, flow }) => {
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.shutter).toBeEnabled();
});

test('explains what the picture lacks, and does not capture a blurred passport automatically', async ({
  flow,
}) => {
  await expect(flow.root.getByText('Wait until it is sharp').first()).toBeVisible();
  await expect(flow.shutter).toBeEnabled();
});

test('violates no rule of WCAG 2.2 AA on the camera screen', async ({ findBarriers }) => {
  expect(await findBarriers()).toEqual([]);
});

test('captures when the shutter is pressed by keyboard', async ({ flow, keyboard }) => {
  await keyboard.press('Take the picture');
  await expect(flow.button('Use this picture')).toBeVisible();
});
