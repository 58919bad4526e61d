import type { Page } from '@playwright/test';
import { test as base, expect } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { FlowWindow } from '../../pages/flow-window.ts';
import { readDocumentedPolicy, serveStrictPage } from '../../stage/documented-policy.ts';
import { watchPage } from '../../watch-page.ts';

interface StrictFixtures {
  /** Opens a page with the policy and markup of the SDK's README; offences are added to the list. */
  openStrictPage: () => Promise<{ page: Page; offences: string[] }>;
}

const test = base.extend<StrictFixtures>({
  openStrictPage: async ({ context, stage }, use) => {
    const closings: (() => void)[] = [];
    await use(async () => {
      const host = await serveStrictPage(stage.serviceUrl);
      closings.push(host.close);
      const page = await context.newPage();
      const offences = await watchPage(page, [new URL(host.url).origin, stage.serviceUrl]);
      await page.goto(host.url);
      return { page, offences };
    });
    for (const close of closings) close();
  },
});

/** Sets the size of the container through the CSSOM, as a page's own style sheet could. */
const makeRoom = (page: Page) =>
  page.evaluate(() => {
    const room = document.getElementById('room') as HTMLElement;
    room.style.width = '480px';
    room.style.height = '700px';
  });

const start = (page: Page, options: Record<string, unknown>) =>
  page.evaluate((given) => startVerification(given), options);

/** Removes constructable style sheets, as in older browsers. */
const ageStyles = (page: Page) =>
  page.evaluate(() => {
    for (const { prototype } of [Document, ShadowRoot])
      Reflect.deleteProperty(prototype, 'adoptedStyleSheets');
    Reflect.deleteProperty(CSSStyleSheet.prototype, 'replaceSync');
  });

/**
 * Counts the style sheets of the flow, adopted or in style elements: those of the first screen, the rest, the camera and the
 * phone.
 */
const countSheets = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
    return root?.adoptedStyleSheets?.length || root?.querySelectorAll('style').length;
  });

/**
 * Returns the computed styles of every element of the welcome screen, once all style sheets have loaded and nothing is
 * animated.
 */
async function readStyles(page: Page): Promise<string[]> {
  await expect.poll(() => countSheets(page)).toBe(4);
  return page.evaluate(async () => {
    const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
    // The last style sheet may have started a colour transition; a replaced transition counts as finished.
    await Promise.allSettled((root?.getAnimations() ?? []).map(({ finished }) => finished));
    return [...(root?.querySelectorAll('.flow *') ?? [])].map((element) => {
      const { display, color, backgroundColor, fontSize, padding, borderRadius } = getComputedStyle(element);
      return [element.tagName, display, color, backgroundColor, fontSize, padding, borderRadius].join(' ');
    });
  });
}

/** Goes from the welcome screen to the review of an automatic capture by the worker. */
async function takePicture(flow: FlowPage): Promise<void> {
  const worker = flow.page.waitForEvent('worker');
  await flow.chooseDocument('Passport');
  await flow.awaitAutoCapture();
  expect((await worker).url()).toMatch(/^blob:/);
}

test('allows nothing unsafe in the policy of the README', async ({ stage }) => {
  const { headers } = await readDocumentedPolicy(stage.serviceUrl, 'n0nce');
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy).toContain("script-src 'nonce-n0nce' 'strict-dynamic' ");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|\*|https:[ ;]|{/);
});

for (const { mode, options } of [
  { mode: 'fullscreen', options: {} },
  { mode: 'inline', options: { renderingMode: 'inline', containerId: 'room' } },
]) {
  test(`runs under the policy of the README: ${mode}`, async ({ openStrictPage, startExecution }) => {
    const { token } = await startExecution('document');
    const { page, offences } = await openStrictPage();
    await makeRoom(page);
    await start(page, { token, ...options });
    await takePicture(new FlowPage(page));
    expect(offences).toEqual([]);
  });
}

test('runs under the policy of the README: popup', async ({
  context,
  stage,
  openStrictPage,
  startExecution,
}) => {
  const { token } = await startExecution('document');
  const { page, offences } = await openStrictPage();
  const next = FlowWindow.next(context, [stage.serviceUrl]);
  await start(page, { token, renderingMode: 'popup' });
  const window = await next;
  await takePicture(window.flow);
  expect([...offences, ...window.offences]).toEqual([]);
});

test('styles the flow by the nonce if style sheets cannot be constructed', {
  tag: ['@DSDK-77'],
}, async ({ openStrictPage, startExecution }) => {
  const { page: modern } = await openStrictPage();
  await start(modern, { token: (await startExecution('document')).token });
  await new FlowPage(modern).button('Begin').waitFor();

  const { page, offences } = await openStrictPage();
  await ageStyles(page);
  await start(page, { token: (await startExecution('document')).token });
  const flow = new FlowPage(page);
  await flow.button('Begin').waitFor();
  expect(await page.evaluate(() => 'adoptedStyleSheets' in document)).toBe(false);
  const seen = await readStyles(page);
  expect(seen.length).toBeGreaterThan(10);
  expect(seen).toEqual(await readStyles(modern));

  // Later style sheets are included.
  await takePicture(flow);
  expect(offences).toEqual([]);
});

test('reports an unstyled flow without the nonce', async ({ openStrictPage, startExecution }) => {
  const { page, offences } = await openStrictPage();
  await ageStyles(page);
  await start(page, { token: (await startExecution('document')).token, cspNonce: undefined });
  await new FlowPage(page).button('Begin').waitFor();
  await expect.poll(() => offences.some((offence) => offence.includes('style-src'))).toBe(true);
});
