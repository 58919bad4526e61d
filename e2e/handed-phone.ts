import { type BrowserContext, devices, type Page } from '@playwright/test';
import { extendTimeouts } from './extend-timeouts.ts';
import { test as base, expect } from './fixtures.ts';
import { FlowPage } from './pages/flow-page.ts';
import { listenForOffences } from './watch-page.ts';

/** A phone on which a flow continues. */
export interface Phone {
  readonly page: Page;
  readonly flow: FlowPage;
  /** Heading of the service's own page around the flow, such as “Go on with this phone”. */
  readonly heading: ReturnType<Page['getByRole']>;
}

interface Fixtures {
  /** @param prepare - runs before the address is opened. */
  openPhone: (address: string, prepare?: (page: Page) => Promise<unknown>) => Promise<Phone>;
}

/** Journeys that continue on a phone: another browser context, whose camera shows the same. */
export const test = base.extend<Fixtures>({
  openPhone: async ({ browser, stage }, use) => {
    const contexts: BrowserContext[] = [];
    const offences: string[] = [];
    await use(async (address, prepare) => {
      const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'];
      const context = await browser.newContext({
        ...pixel,
        permissions: ['camera'],
        reducedMotion: 'reduce',
      });
      contexts.push(context);
      await extendTimeouts(context);
      const page = await context.newPage();
      listenForOffences(page, [stage.shopUrl, stage.serviceUrl], offences);
      await prepare?.(page);
      await page.goto(address);
      return { page, flow: new FlowPage(page), heading: page.getByRole('heading', { level: 1 }) };
    });
    for (const context of contexts) await context.close();
    expect(offences, 'offences seen on the phone').toEqual([]);
  },
});

/** Presses a button and returns the hand-off that the service offers. */
export async function offerHandOff(
  flow: FlowPage,
  button: string,
): Promise<{ url: string; pairingCode: string }> {
  const reply = flow.page.waitForResponse((one) => one.url().endsWith('/client/handoff') && one.ok());
  await flow.button(button).click();
  return (await (await reply).json()).data;
}

export { expect } from './fixtures.ts';
