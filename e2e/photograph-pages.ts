import type { BrowserContext, TestInfo } from '@playwright/test';

/** Attaches a picture of every page that a failed journey leaves open. */
export async function photographPages(context: BrowserContext, info: TestInfo): Promise<void> {
  for (const [index, page] of context.pages().entries()) {
    const path = info.outputPath(`page-${index + 1}.png`);
    // Pages that have crashed or are about to close have no picture; the failure itself is what counts.
    const isTaken = await page.screenshot({ path }).then(
      () => true,
      () => false,
    );
    if (isTaken) await info.attach(`page ${index + 1}`, { path, contentType: 'image/png' });
  }
}
