import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';

test('hides clicks and Tab in the flow from a focus-trapping modal of the page', async ({
  openPage,
  start,
}) => {
  const page = await openPage();
  await page.evaluate(() => {
    document.body.innerHTML =
      '<div role="dialog" aria-modal="true"><button>theirs</button></div><p>beside</p>';
    const modal = document.querySelector('div') as HTMLElement;
    const options = { capture: true, passive: false };
    // As in the npm package focus-trap.
    const isOutside = (event: Event) => !modal.contains(event.target as Node);
    const refuse = (event: Event) => {
      if (isOutside(event)) event.preventDefault();
    };
    for (const type of ['mousedown', 'touchstart', 'click']) document.addEventListener(type, refuse, options);
    document.addEventListener(
      'click',
      (event) => isOutside(event) && event.stopImmediatePropagation(),
      options,
    );
    document.addEventListener('keydown', (event) => event.key === 'Tab' && refuse(event), options);
    document.addEventListener('click', () => (document.title = 'heard'));
  });
  const flow = await start(page);
  await flow.closeButton.focus();
  await page.keyboard.press('Tab');
  await expect(flow.button('Begin')).toBeFocused();
  await flow.button('Begin').click();
  await expect(flow.heading).toHaveText('Which document do you have with you?');
  await page.evaluate(() => VendorOrchestration.close());
  await page.getByText('beside').click();
  expect(await page.title()).not.toContain('heard');
});
