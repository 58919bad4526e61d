import type { Page } from '@playwright/test';

/**
 * Watches a page and returns a growing list of offences: violations of the content security policy (anywhere in the page),
 * requests to origins other than the given ones, and uncaught errors.
 */
export async function watchPage(page: Page, origins: readonly string[]): Promise<string[]> {
  const offences: string[] = [];
  listenForOffences(page, origins, offences);
  await page.exposeFunction('reportViolation', (violation: string) => offences.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      window.reportViolation(`${violatedDirective} blocked ${blockedURI} (${sourceFile})`);
    });
  });
  return offences;
}

/** Watches a page for the same offences, as far as they are visible from outside, also in a popup. */
export function listenForOffences(page: Page, origins: readonly string[], offences: string[]): void {
  page.on('pageerror', (error) => offences.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (/content.security.policy|trusted ?type/i.test(message.text())) offences.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isOwn = protocol === 'blob:' || protocol === 'data:' || origins.includes(origin);
    if (!isOwn) offences.push(`foreign request: ${request.url()}`);
  });
}
