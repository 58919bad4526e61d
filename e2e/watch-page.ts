import type { Page } from '@playwright/test';

/**
 * Watches a page and answers a list that grows with each offence: a violated content security policy (wherever on the
 * page), a request to an origin that is not among the given ones, an error that nobody caught.
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

/** The same as far as it can be seen from outside: of a window too that another page has opened. */
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
