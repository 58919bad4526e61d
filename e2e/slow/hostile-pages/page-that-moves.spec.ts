import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';

/** Takes elements of the body into one of its own, as layouts and overlays do that come later. */
const wrap = (page: Page, selector: string) =>
  page.evaluate((which) => {
    const wrapper = document.createElement('main');
    wrapper.append(...document.querySelectorAll(which));
    document.body.append(wrapper);
  }, selector);

for (const selector of ['body > *', '[data-vendor-orchestration]']) {
  test(`a flow over the page that the page wraps stays above all, with its focus: ${selector}`, async ({
    openPage,
    start,
  }) => {
    const page = await openPage('body > * { z-index: 2147483647 }');
    const flow = await start(page);
    await flow.closeButton.focus();
    await wrap(page, selector);
    await expect(flow.closeButton).toBeFocused();
    expect(await flow.root.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    // What is put over it afterwards is the page's, and made to lie above everything.
    await page.evaluate(() => {
      const style = 'position: fixed; inset: 0; z-index: 2147483647';
      document.body.append(Object.assign(document.createElement('aside'), { style }));
    });
    await expect(flow.closeButton).toBeFocused();
    await flow.button('Begin').click();
    await expect(flow.heading).toHaveText('Which document do you have with you?');
    await expect(flow.heading).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(flow.root.getByRole('alertdialog')).toBeVisible();
  });
}
