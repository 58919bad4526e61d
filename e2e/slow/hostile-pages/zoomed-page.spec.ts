import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';

for (const size of [
  { width: 390, height: 700 },
  { width: 620, height: 800 },
]) {
  for (const css of [
    '',
    'html { zoom: 1.25 }',
    'html { zoom: 0.8 }',
    'body { zoom: 1.25; margin: 40px }',
    'html { height: 50%; font-size: 30px } body { position: relative; height: 200px; overflow: hidden }',
    'body { transform: translateY(90px); filter: none; contain: paint }',
    'dialog { height: 100px !important; width: 100px !important; margin: 40px !important; display: none }',
  ]) {
    test(`covers the window over a page of ${size.width} px: ${css || 'no rules of its own'}`, {
      tag: ['@S4.5-22'],
    }, async ({ openPage, start }) => {
      const page = await openPage(css);
      await page.setViewportSize(size);
      const flow = await start(page);
      expect(await flow.root.boundingBox()).toEqual({ x: 0, y: 0, ...size });
      await expect(flow.button('Begin')).toBeInViewport({ ratio: 1 });
      const sheet = await flow.root.locator('.sheet').boundingBox();
      expect(sheet?.x).toBeGreaterThanOrEqual(0);
      await page.setViewportSize({ width: size.width, height: 560 });
      await expect
        .poll(() => flow.root.boundingBox())
        .toEqual({ x: 0, y: 0, width: size.width, height: 560 });
    });
  }
}
