import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';

test('makes the page inert in a browser without modal dialogs', async ({ context, openPage, start }) => {
  await context.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'));
  let asked = 0;
  await context.route(/hide-page-/, (route) => (asked++ === 0 ? route.abort() : route.continue()));
  const page = await openPage();
  await page.evaluate(() => {
    document.body.innerHTML = '<button>Go</button>';
  });
  await start(page);
  const button = page.locator('button', { hasText: 'Go' });
  await expect(button).toHaveAttribute('inert', '', { timeout: 10_000 });
  await expect(button).toHaveAttribute('aria-hidden', 'true');
  expect(asked).toBe(2);
});
