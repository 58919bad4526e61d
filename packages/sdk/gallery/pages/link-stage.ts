import { randomBytes } from 'node:crypto';
import { freePort, startBuiltServer } from './built-server.ts';
import type { PageScene, PageStage } from './page-scene.ts';

const clientApi = '/orchestration-api/v1/client';

/** The service's page for links, in everything that it says in place of the flow and a window does not. */
export async function openLinkStage(): Promise<PageStage> {
  const service = await startBuiltServer({
    script: 'service/dist/main.js',
    portVariable: 'PORT',
    environment: { DEMO_PORT: String(await freePort()), LOG_LEVEL: 'error' },
  });
  const link = () => `${service.url}/flow#${randomBytes(32).toString('base64url')}`;

  /** A link that the service knows and gives no session for any more, as it is days after it was sent. */
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
