import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { test } from '../fixtures.ts';

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
const schemes = ['light', 'dark'] as const;

/** Takes a screenshot of the page and names it after the screen. */
export type Photographer = (page: Page, screen: string) => Promise<void>;

/**
 * Declares a journey once for each size and colour scheme. Its screenshots go to `.screenshots/<screen>-<size>-<scheme>.png`.
 */
export function inEveryVariant(declare: (photograph: Photographer) => void): void {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of schemes) {
      test.describe(`${size} ${colorScheme}`, () => {
        test.use({ viewport, colorScheme });
        declare(async (page, screen) => {
          const name = `${screen}-${size}-${colorScheme}.png`;
          await page.screenshot({ path: fileURLToPath(new URL(`../.screenshots/${name}`, import.meta.url)) });
        });
      });
    }
  }
}
