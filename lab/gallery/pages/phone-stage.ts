import type { Page } from 'playwright-core';
import { clientApi, startFlowService, unknownSecret } from './flow-service.ts';
import type { PageStage } from './page-scene.ts';

/** Opens the service's page for phones in every state without the flow. */
export async function openPhoneStage(): Promise<PageStage> {
  const service = await startFlowService();

  /** Requests a code like a computer; returns its address, and the computer's session key. */
  async function requestCode(): Promise<{ url: string; sessionKey: string }> {
    const sessionKey = await service.openSession();
    const { url } = await service.ask<{ url: string }>('/handoff', sessionKey, { look: {} });
    return { url, sessionKey };
  }

  const waitForMessage = (page: Page, id: string) => page.locator(`#${id}`).waitFor();
  const agree = (page: Page) => page.locator('#pairing button').click();
  const firstHeading = (page: Page) => page.locator('#flow').getByRole('heading', { level: 1 }).waitFor();

  return {
    scenes: {
      asked: {
        async reach(page) {
          await page.goto((await requestCode()).url);
          await waitForMessage(page, 'pairing');
        },
      },
      'unknown-code': {
        async reach(page) {
          await page.goto(`${service.url}/phone#${unknownSecret()}`);
          await waitForMessage(page, 'invalid');
        },
      },
      'taken-by-another-phone': {
        async reach(page, context) {
          const { url } = await requestCode();
          await page.goto(url);
          await waitForMessage(page, 'pairing');
          const faster = await context.newPage();
          await faster.goto(url);
          await agree(faster);
          await firstHeading(faster);
          await faster.close();
          await agree(page);
          await waitForMessage(page, 'elsewhere');
        },
      },
      'taken-back': {
        async reach(page) {
          const { url, sessionKey } = await requestCode();
          await page.goto(url);
          await agree(page);
          await firstHeading(page);
          await service.ask('/handoff/take-back', sessionKey, {});
          await page.getByRole('heading', { name: 'You went on elsewhere' }).waitFor();
          await page.getByRole('button', { name: 'Close' }).last().click();
          await waitForMessage(page, 'elsewhere');
        },
      },
      quit: {
        async reach(page) {
          await page.goto((await requestCode()).url);
          await agree(page);
          await firstHeading(page);
          await page.getByRole('button', { name: 'Close' }).click();
          await page.getByRole('button', { name: 'Leave' }).click();
          await waitForMessage(page, 'over');
        },
      },
      failed: {
        async reach(page) {
          await page.route(`**${clientApi}/handoff/invitation`, (route) =>
            route.fulfill({ status: 418, body: '{}' }),
          );
          await page.goto((await requestCode()).url);
          await waitForMessage(page, 'failed');
        },
      },
    },
    close: service.stop,
  };
}
