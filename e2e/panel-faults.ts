import type { Page } from '@playwright/test';
import { barriersOf } from './barriers-of.ts';

/**
 * Follows what the Admin Panel shows in both schemes and two widths; answers what breaks a rule, and what is wider than the page.
 *
 * @param photograph is called with each, once it is at rest.
 */
export async function panelFaults(
  page: Page,
  photograph: (name: string) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found = await barriersOf(page);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      faults.push(...found, ...(isWide ? ['wider than the page'] : []));
      await photograph(`${width}-${colorScheme}`);
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  return faults;
}
