import type { Page } from '@playwright/test';
import { barriersOf } from './barriers-of.ts';
import { crowdingOf } from './crowding-of.ts';

/**
 * Checks a page of the Admin Panel in both colour schemes at three widths.
 *
 * @param name - prefix of its screenshots, which are taken if SHOTS names a folder.
 * @param options - `crowding`: whether to look for overlapping texts, too; see `crowdingOf`.
 * @returns violations of WCAG 2.2 AA, unreadable text, and content wider than the page, each with its view.
 */
export async function faultsInAllViews(
  page: Page,
  name: string,
  { crowding = false } = {},
): Promise<string[]> {
  const faults: string[] = [];
  // A window of 640 pixels shows the same as one of 1280 at 200 %.
  for (const width of [1280, 640, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found = await barriersOf(page);
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        found.push('wider than the page');
      if (crowding) found.push(...(await crowdingOf(page)));
      faults.push(...found.map((fault) => `at ${width}, ${colorScheme}: ${fault}`));
      const { SHOTS } = process.env;
      const path = `${SHOTS}/${name}-${width}-${colorScheme}.png`;
      if (SHOTS) await page.screenshot({ path, fullPage: true });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: null });
  return faults;
}
