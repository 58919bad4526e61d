import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';

/** A page with hotkeys, which guards its own fields, and a panel that closes by Escape and by a press outside of it. */
const haveKeys = (page: Page) =>
  page.evaluate(() => {
    document.body.innerHTML = '<div id="box" style="height:640px"></div><aside>panel</aside>';
    const panel = document.querySelector('aside') as HTMLElement;
    document.addEventListener('keydown', (event) => {
      if ((event.target as Element).matches('input, textarea, select, button, a')) return;
      event.preventDefault();
      if (event.key === 'Escape') panel.hidden = true;
    });
    document.addEventListener('pointerdown', (event) => {
      if (!panel.contains(event.target as Node)) panel.hidden = true;
    });
  });

for (const mode of ['fullscreen', 'inline'] as const) {
  test(`${mode}: keys of the page take none from the flow`, async ({ openPage, start }) => {
    const page = await openPage();
    await haveKeys(page);
    const flow = await start(page, mode === 'inline' ? 'box' : undefined);
    await flow.button('Begin').focus();
    await page.keyboard.press('Enter');
    await expect(flow.heading).toHaveText('Which document do you have with you?');
    await flow.closeButton.focus();
    await page.keyboard.press('Space');
    const question = flow.root.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(page.locator('aside')).toBeVisible();
  });
}

test('a press in a flow over the page closes nothing behind it; one within the page is one outside of what is open there', async ({
  openPage,
  start,
}) => {
  const page = await openPage();
  await haveKeys(page);
  const flow = await start(page);
  await flow.button('Begin').click();
  await expect(flow.heading).toHaveText('Which document do you have with you?');
  await expect(page.locator('aside')).toBeVisible();
  await page.evaluate(() => VendorOrchestration.close());
  await (await start(page, 'box')).button('Begin').click();
  await expect(page.locator('aside')).toBeHidden();
});
