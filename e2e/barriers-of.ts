import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Returns the violations of WCAG 2.2 AA on a page, each with its elements.
 *
 * @param within - selector of the part to check; the whole page by default.
 */
export async function barriersOf(page: Page, within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // The page has no frames, so axe needs no separate page to combine results.
    .setLegacyMode();
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  // An open menu covers targets below it; users close it to reach them.
  const isCovering = (await page.locator('.popover').count()) > 0;
  return violations
    .filter(({ id }) => !(isCovering && id === 'target-size'))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
