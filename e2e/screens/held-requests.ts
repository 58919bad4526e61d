import type { Page } from '@playwright/test';

/** Holds back all requests to addresses that match, until the returned function lets them and all later ones go. */
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
