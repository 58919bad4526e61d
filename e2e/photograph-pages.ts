import type { BrowserContext, TestInfo } from '@playwright/test';

/** Attaches a screenshot of every page that a failed journey leaves open. */
export async function photographPages(context: BrowserContext, info: TestInfo): Promise<void> {
  for (const [index, page] of context.pages().entries()) {
    const path = info.outputPath(`page-${index + 1}.png`);
    // Pages that have crashed or are closing have no screenshot; only the original failure matters.
    const isTaken = await page.screenshot({ path }).then(
      () => true,
      () => false,
    );
    if (isTaken) await info.attach(`page ${index + 1}`, { path, contentType: 'image/png' });
  }
}
