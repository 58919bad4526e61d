import type { Page } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { FlowPage } from './pages/flow-page.ts';
import { serveHostPage } from './stage/host-page.ts';

interface Fixtures {
  /** Opens a page with the SDK and these rules in its style sheet. */
  openPage: (css?: string) => Promise<Page>;
  /** Starts a flow in the page: fullscreen, or in the element with this id. */
  start: (page: Page, containerId?: string) => Promise<FlowPage>;
}

/** Journeys in a page with the SDK and unusual behaviour of its own. */
export const test = base.extend<Fixtures>({
  openPage: async ({ context, stage }, use) => {
    const host = await serveHostPage(stage.serviceUrl, {});
    await use(async (css = '') => {
      const page = await context.newPage();
      await page.goto(host.url);
      await page.addStyleTag({ content: `/* the page's own */ ${css}` });
      return page;
    });
    host.close();
  },
  start: async ({ startExecution }, use) =>
    use(async (page, containerId) => {
      const { token } = await startExecution('document');
      const place = containerId ? { renderingMode: 'inline', containerId } : {};
      await page.evaluate((given) => VendorOrchestration.start(given), { token, ...place });
      return new FlowPage(page);
    }),
});
