import type { CDPSession, Page } from 'playwright-core';
import { clientApi, startFlowService, unknownSecret } from './flow-service.ts';
import type { PageScene, PageStage } from './page-scene.ts';

/** Opens the service's page for popups in every state without the flow. */
export async function openWindowStage(): Promise<PageStage> {
  const service = await startFlowService();

  /** Requests a popup like a page; returns its address, and the page's session key. */
  async function requestPopup(): Promise<{ url: string; sessionKey: string }> {
    const sessionKey = await service.openSession();
    const { url } = await service.ask<{ url: string }>('/popup', sessionKey, { look: {} });
    return { url, sessionKey };
  }

  const waitForMessage = (page: Page, id: string) => page.locator(`#${id}`).waitFor();
  const messageScene = (id: string, open: (page: Page) => Promise<unknown>): PageScene => ({
    async reach(page) {
      await open(page);
      await waitForMessage(page, id);
    },
  });
  const popup = `${service.url}/popup`;
  const openWithoutScript = async (page: Page) => {
    await page.route('**/hosted.js', () => {});
    await page.goto(popup, { waitUntil: 'commit' });
    await waitForMessage(page, 'starting');
  };
  const refused = (status: number) => (page: Page) =>
    page
      .route(`**${clientApi}/init`, (route) => route.fulfill({ status, body: '{}' }))
      .then(() => page.goto(`${popup}#${unknownSecret()}`));

  let scripts: CDPSession | undefined;
  return {
    scenes: {
      starting: {
        async reach(page) {
          await openWithoutScript(page);
          await page.evaluate(() => document.querySelector('#starting h1')?.getAnimations()[0]?.finish());
        },
      },
      slow: {
        async reach(page) {
          await openWithoutScript(page);
          await page.evaluate(() => {
            for (const text of document.querySelectorAll('#starting :is(h1, p)'))
              text.getAnimations()[0]?.finish();
          });
        },
      },
      'no-script': {
        async reach(page, context) {
          scripts = await context.newCDPSession(page);
          await scripts.send('Emulation.setScriptExecutionDisabled', { value: true });
          await page.goto(popup);
        },
        // Replaces the <noscript> by its elements, because a page with scripts shows nothing in it.
        async unlock(page) {
          await scripts?.send('Emulation.setScriptExecutionDisabled', { value: false });
          await page.evaluate(() => {
            document.querySelector('#starting')?.remove();
            const unscripted = document.querySelector('noscript');
            unscripted?.replaceWith(...unscripted.childNodes);
          });
        },
      },
      'no-ticket': messageScene('invalid', (page) => page.goto(popup)),
      'unknown-ticket': messageScene('invalid', (page) => page.goto(`${popup}#${unknownSecret()}`)),
      // TICKET_EXPIRED, which would otherwise take a minute.
      'expired-ticket': messageScene('invalid', refused(401)),
      'used-ticket': {
        async reach(page, context) {
          const { url } = await requestPopup();
          const first = await context.newPage();
          await first.goto(url);
          await first.locator('#flow').waitFor();
          await page.goto(url);
          await waitForMessage(page, 'elsewhere');
          await first.close();
        },
      },
      released: messageScene('over', async (page) => {
        const { url, sessionKey } = await requestPopup();
        await service.ask('/popup/release', sessionKey, {});
        await page.goto(url);
      }),
      failed: messageScene('failed', refused(418)),
    },
    close: service.stop,
  };
}
