import { clientApi, startFlowService, unknownSecret } from './flow-service.ts';
import type { PageScene, PageStage } from './page-scene.ts';

/** Opens the service's page for links in every state that has no flow and that the page for popups lacks. */
export async function openLinkStage(): Promise<PageStage> {
  const service = await startFlowService();
  const link = () => `${service.url}/flow#${unknownSecret()}`;

  /** Creates a scene of a link that the service still knows, but no longer exchanges for a session, as days after it was sent. */
  const endedLinkScene = (journey: 'completed' | 'incomplete', messageId: string): PageScene => ({
    async reach(page) {
      const json = { data: { journey, completedUrl: null, incompleteUrl: null } };
      await page.route(`**${clientApi}/link`, (route) => route.fulfill({ json }));
      await page.route(`**${clientApi}/init`, (route) => route.fulfill({ status: 401, json: {} }));
      await page.goto(link());
      await page.locator(`#${messageId}`).waitFor();
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
      'expired-link': endedLinkScene('incomplete', 'expired'),
      'finished-link': endedLinkScene('completed', 'finished'),
    },
    close: service.stop,
  };
}
