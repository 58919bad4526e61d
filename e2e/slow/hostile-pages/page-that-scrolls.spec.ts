import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';

test.describe('scroll lock', () => {
  const close = (page: Page) => page.evaluate(() => VendorOrchestration.close());
  const overflow = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  /** Locks the page's scrolling, as pages do while their own modal is open (e.g. Headless UI). */
  const setOverflow = (page: Page, value: string) =>
    page.evaluate((given) => {
      document.documentElement.style.overflow = given;
    }, value);

  test('locks scrolling when a modal of the page closes for the flow, and unlocks it afterwards', async ({
    openPage,
    start,
  }) => {
    const page = await openPage();
    await setOverflow(page, 'hidden');
    await start(page);
    await setOverflow(page, '');
    expect(await overflow(page)).toBe('hidden');
    await close(page);
    expect(await overflow(page)).toBe('visible');
  });

  test('keeps the scroll lock of a modal of the page that opens over the flow and closes after it', async ({
    openPage,
    start,
  }) => {
    const page = await openPage();
    await start(page);
    const found = await page.evaluate(() => document.documentElement.style.overflow);
    await setOverflow(page, 'hidden');
    await close(page);
    expect(await overflow(page)).toBe('hidden');
    await setOverflow(page, found);
    expect(await overflow(page)).toBe('visible');
  });

  for (const [means, css, style] of [
    [
      'a rule in a layer',
      '@layer page { html { overflow-y: scroll !important; padding: 3px !important } }',
      '',
    ],
    ['a style attribute', '', 'overflow: hidden auto !important;'],
  ] as const) {
    test(`locks scrolling against ${means} and restores it`, async ({ openPage, start }) => {
      const page = await openPage(css);
      const styleOf = () => page.evaluate(() => document.documentElement.getAttribute('style') ?? '');
      await page.evaluate((given) => {
        if (given) document.documentElement.setAttribute('style', given);
        document.body.append(Object.assign(document.createElement('main'), { style: 'height: 3000px' }));
        scrollTo({ top: 1500, behavior: 'instant' });
      }, style);
      const flow = await start(page);
      await expect.poll(() => overflow(page)).toBe('hidden');
      await flow.root.hover();
      await page.mouse.wheel(0, 500);
      await page.keyboard.press('PageDown');
      await close(page);
      expect(await page.evaluate(() => scrollY)).toBe(1500);
      expect(await styleOf()).toBe(style);

      await start(page);
      await expect.poll(() => overflow(page)).toBe('hidden');
      await setOverflow(page, 'clip');
      await page.evaluate(() => {
        document.documentElement.style.color = 'red';
      });
      await close(page);
      expect((await styleOf()).split('; ').sort()).toEqual(['color: red;', 'overflow: clip']);
    });
  }

  for (const css of [
    'html, body { height: 100%; } body { overflow-x: hidden; }',
    'html, body { height: 100%; } html { overflow-x: hidden; }',
    'html { overflow-y: scroll !important; }',
  ]) {
    test(`preserves the scroll position of the page: ${css}`, async ({ openPage, start }) => {
      const page = await openPage(css);
      const place = () => page.evaluate(() => [scrollY, document.body.scrollTop]);
      await page.evaluate(() => {
        document.body.append(Object.assign(document.createElement('main'), { style: 'height: 3000px' }));
        scrollTo({ top: 1500, behavior: 'instant' });
      });
      const flow = await start(page);
      expect(await place()).toEqual([1500, 0]);
      await flow.root.hover();
      await page.mouse.wheel(0, 500);
      await page.keyboard.press('PageDown');
      await close(page);
      expect(await place()).toEqual([1500, 0]);
    });
  }

  for (const mode of ['fullscreen', 'inline'] as const) {
    test(`scrolls within the flow, ${mode}, although the page cancels wheel events`, async ({
      openPage,
      start,
    }) => {
      const page = await openPage();
      await page.setViewportSize({ width: 320, height: 400 });
      await page.evaluate(() => {
        document.body.innerHTML = '<div id="box" style="height:320px"></div>';
        // As react-remove-scroll does, which Radix dialogs include and which does not see a flow inside them.
        for (const type of ['wheel', 'touchmove']) {
          document.addEventListener(type, (event) => event.preventDefault(), { passive: false });
        }
      });
      const flow = await start(page, mode === 'inline' ? 'box' : undefined);
      const scroller = flow.root.locator('.page');
      await scroller.hover();
      await page.mouse.wheel(0, 100);
      await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    });
  }
});
