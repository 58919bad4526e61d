import { expect, test } from '../../fixtures.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('violates no rule of WCAG 2.2 AA on any screen up to the result', { tag: ['@DACC-1'] }, async ({
      shop,
      flow,
      findBarriers,
    }) => {
      await shop.open();
      expect(await findBarriers()).toEqual([]);
      await shop.verify();
      await expect(flow.heading).toHaveText('Verify your identity');
      expect(await findBarriers()).toEqual([]);
      await flow.button('Begin').click();
      await expect(flow.heading).toHaveText('Which document do you have with you?');
      expect(await findBarriers()).toEqual([]);
      await flow.root.getByRole('button', { name: /^Passport/ }).click();
      await expect(flow.heading).toHaveText('Photo page of your passport');
      expect(await findBarriers()).toEqual([]);
      await flow.awaitAutoCapture();
      expect(await findBarriers()).toEqual([]);
      await flow.closeButton.click();
      await expect(flow.button('Stay here')).toBeVisible();
      expect(await findBarriers()).toEqual([]);
      await flow.button('Stay here').click();
      await flow.button('Use this picture').click();
      await expect(flow.button('Done')).toBeVisible();
      expect(await findBarriers()).toEqual([]);
    });
  });
}
