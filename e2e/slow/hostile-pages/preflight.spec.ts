import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from '@playwright/test';
import { barriersOf } from '../../barriers-of.ts';
import { test as base, expect } from '../../fixtures.ts';
import { type HostPage, serveFramingPage, serveHostPage } from '../../stage/host-page.ts';

type Headers = Readonly<Record<string, string>>;

interface Fixtures {
  /** Serves a page of its own origin with the SDK and these headers. */
  serve: (headers?: Headers) => Promise<HostPage>;
  /** Serves a page that shows another one in a frame with these attributes. */
  frame: (framedUrl: string, attributes: string) => Promise<HostPage>;
}

const test = base.extend<Fixtures>({
  serve: async ({ stage }, use) => {
    const hosts: HostPage[] = [];
    await use(async (headers = {}) => {
      const host = await serveHostPage(stage.serviceUrl, headers);
      hosts.push(host);
      return host;
    });
    for (const host of hosts) host.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture depends on from this pattern.
  frame: async ({}, use) => {
    const hosts: HostPage[] = [];
    await use(async (framedUrl, attributes) => {
      const host = await serveFramingPage(framedUrl, attributes);
      hosts.push(host);
      return host;
    });
    for (const host of hosts) host.close();
  },
});

/** Returns the codes of the findings in the page. */
async function findIn(page: Page | Frame, options?: object): Promise<string[]> {
  await page.waitForFunction(() => 'VendorOrchestration' in globalThis);
  const { findings } = await page.evaluate((given) => VendorOrchestration.preflight(given), options);
  return findings.map(({ code }) => code);
}

/** Returns a strict policy with all directives that the SDK needs, without some of them. */
function policyWithout(serviceUrl: string, ...left: readonly string[]): Headers {
  const directives: Readonly<Record<string, string>> = {
    'default-src': "'none'",
    'script-src': `'unsafe-inline' ${serviceUrl}`,
    'worker-src': 'blob:',
    'connect-src': serviceUrl,
    'img-src': 'blob: data:',
  };
  const kept = Object.entries(directives).filter(([name]) => !left.includes(name));
  return { 'content-security-policy': kept.map((directive) => directive.join(' ')).join('; ') };
}

test('reports no finding for a working page, and restores the page', {
  tag: ['@DSDK-79'],
}, async ({ context, stage, serve }) => {
  const page = await context.newPage();
  await page.goto((await serve(policyWithout(stage.serviceUrl))).url);
  const before = await page.content();
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => {
      document.title = 'asked for the camera';
      return Promise.reject(new Error('nobody may ask'));
    };
  });
  expect(await findIn(page)).toEqual([]);
  // A terminated worker disappears a moment later.
  await expect.poll(() => page.workers().length).toBe(0);
  expect(await page.content()).toBe(before);
});

for (const [name, directive, code] of [
  ['workers', 'worker-src', 'worker-blocked'],
  ['connections', 'connect-src', 'connection-blocked'],
  ['pictures', 'img-src', 'pictures-blocked'],
] as const) {
  test(`reports a policy without ${name}`, async ({ context, stage, serve }) => {
    const page = await context.newPage();
    await page.goto((await serve(policyWithout(stage.serviceUrl, directive))).url);
    expect(await findIn(page)).toEqual([code]);
  });
}

test('reports a policy without styles if style sheets cannot be adopted', async ({
  context,
  stage,
  serve,
}) => {
  const page = await context.newPage();
  const policy = policyWithout(stage.serviceUrl)['content-security-policy'];
  await page.goto((await serve({ 'content-security-policy': `${policy}; style-src 'nonce-n0nce'` })).url);
  expect(await findIn(page)).toEqual([]);
  await page.evaluate(() => Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets'));
  expect(await findIn(page)).toEqual(['styles-blocked']);
  expect(await findIn(page, { cspNonce: 'n0nce' })).toEqual([]);
});

test('ignores a report-only policy', async ({ context, stage, serve }) => {
  const page = await context.newPage();
  const policy = policyWithout(stage.serviceUrl, 'connect-src')['content-security-policy'] ?? '';
  await page.goto((await serve({ 'content-security-policy-report-only': policy })).url);
  expect(await findIn(page)).toEqual([]);
});

test('reports a page that allows no Trusted Types policy of the SDK', async ({ context, serve }) => {
  const page = await context.newPage();
  const host = await serve({
    'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'",
  });
  await page.goto(host.url);
  expect(await findIn(page)).toEqual(['worker-blocked']);
});

for (const [allowed, found] of [
  ['', ['worker-blocked']],
  [" 'allow-duplicates'", []],
] as const) {
  test(`reports missing workers for a second copy of the SDK unless duplicates are allowed:${allowed}`, async ({
    context,
    serve,
  }) => {
    const page = await context.newPage();
    const policy = `require-trusted-types-for 'script'; trusted-types vendor-orchestration${allowed}`;
    await page.goto((await serve({ 'content-security-policy': policy })).url);
    await page.evaluate(() => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown };
      };
      trustedTypes.createPolicy('vendor-orchestration', {}); // as the first copy does
    });
    expect(await findIn(page)).toEqual(found);
  });
}

test('reports a header that forbids the camera', async ({ context, serve }) => {
  const page = await context.newPage();
  await page.goto((await serve({ 'permissions-policy': 'camera=()' })).url);
  expect(await findIn(page)).toEqual(['camera-policy']);
});

test('reports a frame without camera permission, and none with the permission', {
  tag: ['@DSDK-79'],
}, async ({ context, serve, frame }) => {
  const framed = await serve();
  const page = await context.newPage();
  for (const [attributes, codes] of [
    ['', ['camera-frame']],
    ['allow="camera"', []],
  ] as const) {
    await page.goto((await frame(framed.url, attributes)).url);
    const [inner] = page.frames().slice(1);
    expect(await findIn(inner as Frame)).toEqual(codes);
  }
});

test('reports a page of another host without https', async ({ context, serve }) => {
  const page = await context.newPage();
  const host = await serve();
  await page.goto(host.url.replace('localhost', 'plain.test'));
  expect(await findIn(page)).toEqual(['insecure-context']);
});

test('reports a browser that blocks storage', async ({ playwright, launchOptions, serve }) => {
  const profile = await mkdtemp(join(tmpdir(), 'journeys-profile-'));
  await mkdir(join(profile, 'Default'));
  // Simulates a user who blocks all site data in the browser's settings.
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(settings));
  const context = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    permissions: ['camera'],
  });
  try {
    const page = await context.newPage();
    await page.goto((await serve()).url);
    expect(await findIn(page)).toEqual(['storage-blocked']);
  } finally {
    await context.close();
    await rm(profile, { recursive: true });
  }
});

test('reports a page inside another app', async ({ browser, serve }) => {
  const context = await browser.newContext({
    permissions: ['camera'],
    userAgent: 'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/131.0 Instagram 300.0',
  });
  const page = await context.newPage();
  await page.goto((await serve()).url);
  expect(await findIn(page)).toEqual(['in-app-browser']);
  await context.close();
});

test('distinguishes the reasons why the page cannot reach the service', async ({ context, stage, serve }) => {
  const page = await context.newPage();
  await page.goto((await serve()).url);
  // Another server, which no other origin may read.
  expect(await findIn(page, { baseUrl: (await serve()).url })).toEqual(['service-cors']);
  expect(await findIn(page, { baseUrl: `${stage.serviceUrl}/sdk` })).toEqual(['service-unexpected']);
  expect(await findIn(page, { baseUrl: 'http://localhost:9' })).toEqual(['service-unreachable']);
  await context.setOffline(true);
  expect(await findIn(page)).toEqual(['offline']);
});

test('loads nothing of the flow for a preflight check', async ({ context, serve }) => {
  const { url } = await serve();
  const page = await context.newPage();
  const loaded: string[] = [];
  page.on('request', (request) => {
    const chunk = /\/chunks\/(.+)-[\w-]{8}\.js$/.exec(request.url());
    if (chunk?.[1] && !loaded.includes(chunk[1])) loaded.push(chunk[1]);
  });
  await page.goto(url);
  await findIn(page);
  // The chunks whose size is limited.
  expect(loaded.sort()).toEqual(['check-device', 'page-findings', 'reads-canvas', 'trusted-script-url']);
});

test('reports that the code of the preflight check does not load', async ({ context, serve }) => {
  const page = await context.newPage();
  await page.route(/\/chunks\/check-device-/, (route) => route.abort());
  await page.goto((await serve()).url);
  expect(await findIn(page)).toEqual(['code-not-loaded']);
});

test('shows the findings about this device in the shop', async ({ context, stage }) => {
  const page = await context.newPage();
  await page.goto(stage.shopUrl);
  await page.locator('#workbench summary').click();
  await page.getByRole('button', { name: 'Check this device' }).click();
  await expect(page.locator('#device li')).toHaveText(['A verification can take place here.']);
  expect(await barriersOf(page, '#workbench')).toEqual([]);
});

test.describe('camera denied by the user', () => {
  test.use({ permissions: [] });

  test('reports a camera that the user has denied', async ({ context, serve }) => {
    const page = await context.newPage();
    await page.goto((await serve()).url);
    expect(await findIn(page)).toEqual(['camera-denied']);
  });
});
