import type { Page } from '@playwright/test';
import { encodeJpeg, renderPassport, renderScene } from '@vendor/specimens';
import { test as base, expect } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { FlowWindow } from '../../pages/flow-window.ts';
import { passport } from '../../specimen.ts';
import { type HostPage, serveHostPage } from '../../stage/host-page.ts';
import { type ProxiedService, startProxiedService } from '../../stage/proxied-service.ts';
import { readExecution } from '../../stage/read-execution.ts';
import { workflowOf } from '../../stage/stage.ts';
import { startLink } from '../../stage/start-link.ts';
import { documentedProxies, missingProxy, type ProxyKind, plainNginx } from '../../stage/start-proxy.ts';

interface ProxyFixtures {
  kind: ProxyKind;
  proxied: ProxiedService;
  /** A page of another origin with the SDK of the service behind the proxy. */
  host: HostPage;
}

interface Drawn {
  /** A phone's photograph of the passport, with 12 megapixels. */
  photo: { name: string; mimeType: string; buffer: Buffer };
}

const test = base.extend<ProxyFixtures, Drawn>({
  kind: [plainNginx, { option: true }],
  proxied: async ({ kind }, use) => {
    const proxied = await startProxiedService(kind);
    await use(proxied);
    await proxied.stop();
  },
  host: async ({ proxied }, use) => {
    const host = await serveHostPage(proxied.stage.serviceUrl, {});
    await use(host);
    host.close();
  },
  photo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture depends on from this pattern.
    async ({}, use) => {
      const size = { width: 4000, height: 3000 };
      const page = await renderPassport(passport);
      const { picture } = await renderScene({ page, size, exposure: 0.9, blurPx: 1.2, noise: 4 });
      const buffer = await encodeJpeg(picture, 92);
      expect(buffer.length).toBeGreaterThan(1_700_000);
      await use({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer });
    },
    { scope: 'worker' },
  ],
});

/** Counts the uploads of a page and records its console messages. */
function watchUploads(page: Page): { readonly uploads: () => number; readonly lines: string[] } {
  let count = 0;
  const lines: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') count += 1;
  });
  page.on('console', (message) => lines.push(message.text()));
  return { uploads: () => count, lines };
}

async function startToken({ stage }: ProxiedService): Promise<{ executionId: string; token: string }> {
  const reply = await fetch(`${stage.serviceUrl}/orchestration-api/v1/init-workflow`, {
    method: 'POST',
    headers: { 'x-api-key': stage.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ workflowId: workflowOf(stage, 'document').id, inputs: { user_id: 'journey' } }),
  });
  return (await reply.json()).data;
}

/** Proxies with a smaller limit than the service's, with the finding and remedy that doctor has to report. */
const limited: readonly (readonly [
  title: string,
  ProxyKind,
  state: string,
  finding: RegExp,
  remedy: string,
])[] = [
  ['nginx by default', plainNginx, 'fail', /body of 2 MB .*HTTP 413 of nginx/, 'client_max_body_size 21m'],
  [
    'nginx with 10 MB',
    withLimit(documentedProxies.nginx, 'client_max_body_size 21m', 'client_max_body_size 10m'),
    'warn',
    /body of 11 MB .*HTTP 413/,
    'client_max_body_size 21m',
  ],
  [
    'Caddy with 1 MB',
    withLimit(documentedProxies.Caddy, 'max_size 21MB', 'max_size 1MB'),
    'fail',
    /body of 2 MB/,
    'pass bodies of 21 MB',
  ],
];

function withLimit(kind: ProxyKind, documented: string, limit: string): ProxyKind {
  return { ...kind, site: async () => (await kind.site()).replace(documented, limit) };
}

const start = (page: Page, config: object) =>
  page.evaluate((given) => VendorOrchestration.start(given), config);

async function sendPhoto(flow: FlowPage, photo: Drawn['photo']): Promise<void> {
  await flow.chooseDocument('Passport');
  await flow.chooseFile(photo);
  await flow.button('Use this picture').click();
}

const limitWarning = /VendorOrchestration: a proxy or firewall/;

test.describe('nginx with a body limit of 1 MB', () => {
  test.skip(() => missingProxy(plainNginx) !== null, missingProxy(plainNginx) ?? '');

  test('uploads a smaller version of a picture at the second attempt', async ({
    context,
    proxied,
    host,
    photo,
  }) => {
    const page = await context.newPage();
    const { uploads, lines } = watchUploads(page);
    await page.goto(host.url);
    const flow = new FlowPage(page);
    const { executionId, token } = await startToken(proxied);
    await start(page, { token });
    await sendPhoto(flow, photo);
    await expect(flow.heading).toHaveText('Your identity is confirmed');
    expect((await readExecution(proxied.stage, executionId)).status).toBe('APPROVED');
    expect(uploads()).toBe(2);
    const warnings = lines.filter((line) => limitWarning.test(line));
    expect(warnings).toHaveLength(1);
    const [, first, second] =
      /of ([\d.]+) MB \(no response that this page can read\)\. ([\d.]+) MB/.exec(warnings[0]!) ?? [];
    expect(Number(first)).toBeGreaterThan(1.05);
    expect(Number(second)).toBeLessThanOrEqual(0.9);
    expect(warnings[0]).toContain('client_max_body_size');
  });

  test('uploads a smaller version from the hosted page, which names no limit of the service', async ({
    context,
    proxied,
    photo,
  }) => {
    const page = await context.newPage();
    const { uploads, lines } = watchUploads(page);
    const { executionId, redirectUrl } = await startLink(proxied.stage);
    await page.goto(redirectUrl);
    const flow = new FlowPage(page);
    await sendPhoto(flow, photo);
    await expect(flow.heading).toHaveText('Your identity is confirmed');
    expect((await readExecution(proxied.stage, executionId)).status).toBe('APPROVED');
    expect(uploads()).toBe(2);
    expect(lines.filter((line) => limitWarning.test(line))).toEqual([expect.stringContaining('(HTTP 413)')]);
  });

  test.describe('limit smaller than any picture', () => {
    test.use({
      kind: {
        ...plainNginx,
        site: async () =>
          'server { listen 80; client_max_body_size 40k; location / { proxy_pass http://127.0.0.1:4000; } }',
      },
    });

    test('offers other ways after the second attempt, and never says that the user is offline', async ({
      context,
      proxied,
      host,
      photo,
    }) => {
      const page = await context.newPage();
      const { uploads } = watchUploads(page);
      await page.goto(host.url);
      const flow = new FlowPage(page);
      const { token } = await startToken(proxied);
      await start(page, { token });
      await page.evaluate(() => {
        const seen = new MutationObserver(() => {
          const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
          if (/offline/i.test(root?.textContent ?? '')) document.documentElement.dataset.offline = 'said';
        });
        const root = document.querySelector('[data-vendor-orchestration]')!.shadowRoot!;
        seen.observe(root, { subtree: true, childList: true, characterData: true });
      });
      await sendPhoto(flow, photo);
      await expect(flow.heading).toHaveText('It did not get through');
      expect(uploads()).toBe(2);
      await expect(flow.button('Choose a file')).toBeVisible();
      await expect(flow.button('Open the camera')).toBeVisible();
      await flow.button('Try again').click();
      await expect.poll(uploads).toBe(4);
      await expect(flow.heading).toHaveText('It did not get through');
      await expect(page.locator('html[data-offline]')).toHaveCount(0);
    });
  });
});

for (const [name, kind] of Object.entries(documentedProxies)) {
  test.describe(`${name} as documented`, () => {
    test.skip(() => missingProxy(kind) !== null, missingProxy(kind) ?? '');
    test.use({ kind });

    test('passes a whole flow from a page, in a popup and on the hosted page', async ({
      context,
      proxied,
      host,
      photo,
    }) => {
      const { stage } = proxied;
      const page = await context.newPage();
      const { uploads, lines } = watchUploads(page);
      await page.goto(host.url);
      const flow = new FlowPage(page);
      const first = await startToken(proxied);
      await start(page, { token: first.token });
      await sendPhoto(flow, photo);
      await expect(flow.heading).toHaveText('Your identity is confirmed');
      await flow.button('Done').click();

      const second = await startToken(proxied);
      const next = FlowWindow.next(context, [stage.serviceUrl]);
      await start(page, { token: second.token, renderingMode: 'popup' });
      const window = await next;
      await sendPhoto(window.flow, photo);
      await expect(page).toHaveTitle(/started,completed success,closed.*started,completed success/);

      const link = await startLink(stage);
      await page.goto(link.redirectUrl);
      await sendPhoto(flow, photo);
      await expect(flow.heading).toHaveText('Your identity is confirmed');

      for (const { executionId } of [first, second, link])
        expect((await readExecution(stage, executionId)).status).toBe('APPROVED');
      expect(uploads()).toBe(2);
      expect(lines.filter((line) => limitWarning.test(line))).toEqual([]);
    });

    test('passes bodies of 20 MB according to doctor', async ({ proxied }) => {
      expect(await proxied.examineUploads()).toMatchObject({
        state: 'ok',
        finding: expect.stringContaining('Bodies of 20 MB'),
      });
    });
  });
}

for (const [title, kind, state, finding, remedy] of limited) {
  test.describe(title, () => {
    test.skip(() => missingProxy(kind) !== null, missingProxy(kind) ?? '');
    test.use({ kind });

    test('names in doctor the setting that limits bodies', async ({ proxied }) => {
      const found = await proxied.examineUploads();
      expect(found).toMatchObject({ state, finding: expect.stringMatching(finding) });
      expect(found.remedy).toContain(remedy);
    });
  });
}
