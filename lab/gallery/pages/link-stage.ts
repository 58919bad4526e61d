import { clientApi, startFlowService, unknownSecret } from './flow-service.ts';
import type { PageScene, PageStage } from './page-scene.ts';

/** Opens the service's page for links in every state without the flow that differs from those of a popup. */
export async function openLinkStage(): Promise<PageStage> {
  const service = await startFlowService();
  const link = () => `${service.url}/flow#${unknownSecret()}`;

  /** Returns a link that the service still knows, but for which it gives no session any longer, as days after it was sent. */
  const over = (journey: 'completed' | 'incomplete', says: string): PageScene => ({
    async reach(page) {
      const json = { data: { journey, completedUrl: null, incompleteUrl: null } };
      await page.route(`**${clientApi}/link`, (route) => route.fulfill({ json }));
      await page.route(`**${clientApi}/init`, (route) => route.fulfill({ status: 401, json: {} }));
      await page.goto(link());
      await page.locator(`#${says}`).waitFor();
    },
  });
  return {
    scenes: {
      'unknown-link': {
        async reach(page) {
          await page.goto(link());
          await page.locator('#invalid').waitFor();
        },
      },
      'expired-link': over('incomplete', 'expired'),
      'finished-link': over('completed', 'finished'),
    },
    close: service.stop,
  };
}
