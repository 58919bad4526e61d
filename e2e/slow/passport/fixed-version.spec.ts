import type { Page } from '@playwright/test';
import { test as base, expect } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { serveStrictPage } from '../../stage/documented-policy.ts';
import { watchPage } from '../../watch-page.ts';

/** The files of a release, each with its hash. */
interface Release {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

interface ReleaseFixtures {
  release: Release;
  /** Opens a page that names the exact release and trusts these hashes. */
  openPinnedPage: (
    entryHash: string,
    chunkHashes?: Record<string, string>,
  ) => Promise<{ page: Page; offences: string[]; scripts: string[] }>;
}

const entry = 'vendor-orchestration.js';

/** A hash that matches no file. */
const wrong = `sha384-${'A'.repeat(64)}`;

const test = base.extend<ReleaseFixtures>({
  release: async ({ stage }, use) =>
    use(await (await fetch(`${stage.serviceUrl}/sdk/v1/integrity.json`)).json()),

  openPinnedPage: async ({ context, stage, release }, use) => {
    const closings: (() => void)[] = [];
    await use(async (entryHash, chunkHashes = {}) => {
      const home = `${stage.serviceUrl}/sdk/${release.version}/`;
      const integrity = Object.fromEntries(
        Object.entries(chunkHashes).map(([name, hash]) => [home + name, hash]),
      );
      const host = await serveStrictPage(stage.serviceUrl, ({ markup }, nonce) => {
        const map = `<script nonce="${nonce}" type="importmap">${JSON.stringify({ integrity })}</script>`;
        const pinned = `src="${home}${entry}" integrity="${entryHash}" crossorigin="anonymous"`;
        return map + markup.replace(/src="[^"]+"/, pinned);
      });
      closings.push(host.close);
      const page = await context.newPage();
      const offences = await watchPage(page, [new URL(host.url).origin, stage.serviceUrl]);
      const scripts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(request.url());
      });
      await page.goto(host.url);
      return { page, offences, scripts };
    });
    for (const close of closings) close();
  },
});

/** Starts a flow and returns undefined once it is open, otherwise the reason. */
const start = (page: Page, token: string) =>
  page.evaluate(
    (given) =>
      startVerification(given).then(
        () => undefined,
        (error: Error) => error.message,
      ),
    { token },
  );

test('runs a single release with every file verified by the browser', async ({
  stage,
  release,
  openPinnedPage,
  startExecution,
}) => {
  const { page, offences, scripts } = await openPinnedPage(release.files[entry] ?? '', release.files);
  expect(await start(page, (await startExecution('document')).token)).toBeUndefined();
  await new FlowPage(page).button('Begin').waitFor();

  const home = `${stage.serviceUrl}/sdk/${release.version}/`;
  expect(scripts).toContain(home + entry);
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((url) => !url.startsWith(home))).toEqual([]);
  expect(offences).toEqual([]);
});

test('loads no entry whose hash differs', async ({ openPinnedPage }) => {
  const { page } = await openPinnedPage(wrong);
  expect(await page.evaluate(() => 'VendorOrchestration' in globalThis)).toBe(false);
});

test('loads no chunk whose hash differs', async ({ release, openPinnedPage, startExecution }) => {
  const chunks = Object.keys(release.files).filter((name) => name.startsWith('chunks/shell-'));
  expect(chunks).toHaveLength(1);
  const { page } = await openPinnedPage(
    release.files[entry] ?? '',
    Object.fromEntries(chunks.map((name) => [name, wrong])),
  );
  expect(await start(page, (await startExecution('document')).token)).toEqual(expect.any(String));
  await expect(new FlowPage(page).root).toHaveCount(0);
});
