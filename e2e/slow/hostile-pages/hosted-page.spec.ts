import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { test as base, expect } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { endLink } from '../../stage/end-link.ts';
import { serveFramingPage } from '../../stage/host-page.ts';
import { workflowOf } from '../../stage/stage.ts';
import { startLink } from '../../stage/start-link.ts';

/** A site of its own origin that records the request headers of each of its addresses. */
interface Site {
  readonly url: string;
  /** Returns the headers of the request for a document by its path and query. */
  headersOf(path: string): IncomingHttpHeaders | undefined;
}

const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture depends on from this pattern.
  site: async ({}, use) => {
    const asked = new Map<string, IncomingHttpHeaders>();
    const server = createServer(({ url = '', headers }, response) => {
      asked.set(url, headers);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A shop</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    await use({ url, headersOf: (path) => asked.get(path) });
    server.close();
    server.closeAllConnections();
  },
});

/** Returns whether the page of a link is displayed in a frame of another origin, once the frame has loaded or refused it. */
async function isFramed(page: Page, framedUrl: string): Promise<boolean> {
  const host = await serveFramingPage(framedUrl, '');
  try {
    await page.goto(host.url);
    const [, frame] = page.frames();
    if (!frame) throw new Error('The page has no frame.');
    return (await frame.locator('main#flow').count()) > 0;
  } finally {
    host.close();
  }
}

const policyHeader = 'content-security-policy';
const frameOptionsHeader = 'x-frame-options';

for (const [means, without, framed] of [
  ['with its policy and X-Frame-Options', [], false],
  ['with its policy only', [frameOptionsHeader], false],
  ['with X-Frame-Options only', [policyHeader], false],
  // Proves that the test would notice a displayed frame.
  ['without both headers', [frameOptionsHeader, policyHeader], true],
] as const) {
  test(`${framed ? 'allows' : 'prevents'} framing of the hosted page ${means}`, {
    tag: ['@DREQ-53'],
  }, async ({ context, stage }) => {
    const { redirectUrl } = await startLink(stage);
    const page = await context.newPage();
    await page.route(/\/flow$/, async (route) => {
      const response = await route.fetch();
      const headers = Object.entries(response.headers()).filter(
        ([name]) => !(without as readonly string[]).includes(name),
      );
      await route.fulfill({ response, headers: Object.fromEntries(headers) });
    });
    expect(await isFramed(page, redirectUrl)).toBe(framed);
  });
}

test('redirects from the hosted page without a referrer', { tag: ['@DREQ-53'] }, async ({
  context,
  stage,
  site,
}) => {
  const page = await context.newPage();
  // Another page does send a referrer, which proves that the test would notice one.
  await page.goto(`${site.url}/from`);
  await page.evaluate((address) => location.assign(address), `${site.url}/to`);
  await page.waitForURL(`${site.url}/to`);
  expect(site.headersOf('/to')?.referer).toBe(`${site.url}/from`);

  const { id } = workflowOf(stage, 'contact');
  const finished = await startLink(stage, {
    workflowId: id,
    inputs: { user_id: 'journey', email: 'anna@example.com', phone_number: '+49 30 901820' },
    completedUrl: `${site.url}/completed?order=7`,
  });
  await page.goto(finished.redirectUrl);
  await page.waitForURL(`${site.url}/completed?order=7`);

  const quit = await startLink(stage, { incompleteUrl: `${site.url}/incomplete` });
  await page.goto(quit.redirectUrl);
  await new FlowPage(page).closeButton.click();
  await page.waitForURL(`${site.url}/incomplete`);
  expect(await page.evaluate(() => document.referrer)).toBe('');

  for (const path of ['/completed?order=7', '/incomplete']) {
    expect(site.headersOf(path)).toBeDefined();
    expect(site.headersOf(path)).not.toHaveProperty('referer');
  }
});

test('does not use up a link that is only previewed', { tag: ['@DREQ-26'] }, async ({
  context,
  stage,
  site,
  readExecution,
}) => {
  const { executionId, redirectUrl } = await startLink(stage, { completedUrl: `${site.url}/completed` });
  const address = redirectUrl.replace('#', '?');
  for (const url of [redirectUrl, address]) {
    for (const headers of [{}, { 'sec-purpose': 'prefetch' }, { 'user-agent': 'A scanner of mails' }]) {
      expect((await context.request.head(url, { headers })).status()).toBe(200);
      expect((await context.request.get(url, { headers })).status()).toBe(200);
    }
  }

  // A browser that prefetches the link.
  const page = await context.newPage();
  await page.goto(site.url);
  const fetched: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === stage.serviceUrl) fetched.push(`${request.method()} ${url.origin}${url.pathname}`);
  });
  await page.evaluate(
    (href) =>
      new Promise<void>((resolve) => {
        const link = Object.assign(document.createElement('link'), { rel: 'prefetch', href });
        // The response cannot be read by other origins, so its arrival fires an error.
        link.onload = link.onerror = () => resolve();
        document.head.append(link);
      }),
    redirectUrl,
  );
  expect(fetched).toEqual([`GET ${stage.serviceUrl}/flow`]);

  expect((await readExecution(executionId)).status).toBe('PENDING');
  await page.goto(redirectUrl);
  await expect(new FlowPage(page).heading).toHaveText('Verify your identity');
});

test('reports an expired link', async ({ context, stage, readExecution }) => {
  const { executionId, redirectUrl } = await startLink(stage, {
    workflowId: workflowOf(stage, 'document').id,
    inputs: { user_id: 'journey' },
  });
  const page = await context.newPage();
  const flow = new FlowPage(page);
  const notice = page.getByRole('heading', { name: 'This link has expired' });
  // Before it expires, the same link shows the flow.
  await page.goto(redirectUrl);
  await expect(flow.heading).toBeVisible();
  await expect(notice).toBeHidden();
  expect((await readExecution(executionId)).status).toBe('PENDING');

  await endLink(stage, executionId, false);
  await page.goto('about:blank');
  await page.goto(redirectUrl);
  await expect(notice).toBeVisible();
  await expect(flow.heading).toBeHidden();
});

test('shows the result of a finished link until it expires, then that it is finished', async ({
  page,
  flow,
  stage,
  readExecution,
}) => {
  const { executionId, redirectUrl } = await startLink(stage, {
    workflowId: workflowOf(stage, 'document').id,
    inputs: { user_id: 'journey' },
  });
  const notice = page.getByRole('heading', { name: 'This check is finished' });
  await page.goto(redirectUrl);
  await flow.chooseDocument('Passport');
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Your identity is confirmed');
  await page.goto('about:blank');
  await page.goto(redirectUrl);
  await expect(flow.heading).toHaveText('Your identity is confirmed');
  await expect(notice).toBeHidden();

  await endLink(stage, executionId, true);
  const opened = async () => {
    await page.goto('about:blank');
    await page.goto(redirectUrl);
  };
  for (const comesBack of [opened, () => page.reload()]) {
    await comesBack();
    await expect(notice).toBeVisible();
    await expect(flow.heading).toBeHidden();
  }
  expect((await readExecution(executionId)).status).toBe('APPROVED');
});
