import { expect, test } from '../../fixtures.ts';

test('warns before the deadline and extends it', { tag: ['@DRUN-3', '@DACC-12'] }, async ({
  shop,
  flow,
  page,
  keyboard,
}) => {
  await page.clock.install();
  await shop.open();
  await shop.verify();
  const begun = page.waitForResponse((reply) => reply.url().endsWith('/client/begin'));
  await flow.chooseDocument('Passport');
  const limit = (await (await begun).json()).data;
  expect(limit.extendable).toBe(true);
  const camera = flow.button('Open the camera');
  await camera.focus();

  // Each poll reports the remaining time. Here polls are blocked while time passes in the page.
  const polls = /\/client\/state/;
  await page.route(polls, () => {});
  await page.clock.fastForward(limit.timeLeftMs - 149_000);
  const warning = flow.root.getByRole('alertdialog', { name: 'Your time is nearly over' });
  await expect(warning).toContainText('About 2 minutes are left.');
  await expect(flow.button('I need more time')).toBeFocused();
  await page.unroute(polls);
  expect(await keyboard.goRound(warning)).toEqual(['Go on', 'I need more time']);
  await keyboard.reach('I need more time');

  const extended = page.waitForResponse((reply) => reply.url().endsWith('/client/extend'));
  await page.keyboard.press('Enter');
  const { data } = await (await extended).json();
  expect(Date.parse(data.deadline)).toBeGreaterThan(Date.parse(limit.deadline));
  await expect(warning).toHaveCount(0);
  await expect(camera).toBeFocused();
  await flow.awaitAutoCapture();
});
