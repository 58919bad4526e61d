import type { Page } from '@playwright/test';

/** Delays all requests to matching addresses until the returned function releases them and all later ones. */
export async function holdRequests(page: Page, pattern: RegExp): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}
