import { expect, test } from '../../fixtures.ts';

test('completes the verification by keyboard only', { tag: ['@DACC-2'] }, async ({
  shop,
  flow,
  keyboard,
  page,
}) => {
  await shop.open();
  await keyboard.press('Verify your identity');
  await expect(flow.heading).toBeFocused();
  await keyboard.press('Begin');
  await expect(flow.heading).toHaveText('Which document do you have with you?');
  await keyboard.press(/^Passport/);
  await expect(flow.heading).toHaveText('Photo page of your passport');
  await keyboard.press('Open the camera');
  await expect(flow.button('Use this picture')).toBeVisible();
  await keyboard.press('Use this picture');
  await expect(flow.heading).toHaveText('Your identity is confirmed');
  await keyboard.press('Done');
  await expect(flow.root).toHaveCount(0);
  await expect(shop.heading).toHaveText('You are verified');
  expect(page.url()).toBe(`${new URL(page.url()).origin}/`);
});

test('keeps Tab inside the flow, and asks for confirmation before Escape leaves it', {
  tag: ['@DACC-3'],
}, async ({ shop, flow, page, keyboard }) => {
  await shop.open();
  await shop.verify();
  await expect(flow.heading).toBeFocused();
  await keyboard.press('Begin');
  await expect(flow.heading).toHaveText('Which document do you have with you?');
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await keyboard.isInside(flow.root)).toBe(true);
  }

  await page.keyboard.press('Escape');
  const question = flow.root.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(flow.root).toBeVisible();
});
