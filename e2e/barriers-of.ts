import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Finds breaches of WCAG 2.2 AA on a page, each with the elements it is about.
 *
 * @param within - selector of the part that is looked at; the whole page if missing.
 */
export async function barriersOf(page: Page, within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // There are no frames: nothing has to be gathered on a page of its own.
    .setLegacyMode();
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  // A menu that is open covers what is below it, and is closed to reach that.
  const isCovering = (await page.locator('.popover').count()) > 0;
  return violations
    .filter(({ id }) => !(isCovering && id === 'target-size'))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
