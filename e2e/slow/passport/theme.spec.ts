import type { Page } from '@playwright/test';
import { test as base, expect } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { FlowWindow } from '../../pages/flow-window.ts';
import { type FontHosts, stubGoogleFonts } from '../../stage/google-fonts.ts';
import { serveHostPage } from '../../stage/host-page.ts';
import { watchPage } from '../../watch-page.ts';

interface ThemedPage {
  readonly page: Page;
  readonly flow: FlowPage;
  /** Requests to origins that the test does not name, and violations of the page's policy. */
  readonly offences: readonly string[];
  start(theme: unknown): Promise<void>;
  close(): Promise<void>;
}

interface ThemeFixtures {
  fonts: FontHosts;
  /** Opens a page whose policy allows the service, Google's fonts and these further origins of pictures. */
  openPage: (pictureOrigins?: readonly string[]) => Promise<ThemedPage>;
}

const test = base.extend<ThemeFixtures>({
  fonts: ({ context }, use) => stubGoogleFonts(context).then(use),

  openPage: async ({ context, stage, startExecution }, use) => {
    const closings: (() => void)[] = [];
    await use(async (pictureOrigins = []) => {
      const host = await serveHostPage(stage.serviceUrl, {
        'content-security-policy': [
          `connect-src ${stage.serviceUrl} https://fonts.googleapis.com`,
          'font-src https://fonts.gstatic.com',
          `img-src blob: data: ${pictureOrigins.join(' ')}`,
        ].join('; '),
      });
      closings.push(host.close);
      const page = await context.newPage();
      const origins = [new URL(host.url).origin, stage.serviceUrl, ...pictureOrigins];
      const offences = await watchPage(page, [
        ...origins,
        'https://fonts.googleapis.com',
        'https://fonts.gstatic.com',
      ]);
      await page.goto(host.url);
      const { token } = await startExecution('document');
      return {
        page,
        flow: new FlowPage(page),
        offences,
        start: (theme) =>
          page.evaluate((given) => VendorOrchestration.start(given as never), { token, theme }),
        close: () => page.evaluate(() => VendorOrchestration.close()),
      };
    });
    for (const close of closings) close();
  },
});

/** Measures the width of the heading's text and the position of the button, in CSS pixels. */
async function measure(flow: FlowPage) {
  const words = await flow.heading.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().width;
  });
  return { words, button: await flow.button('Begin').boundingBox() };
}

const fontFacesOf = (page: Page) =>
  page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family}: ${status}`));

test('uses the font of the theme once it has loaded, and removes it with the flow', {
  tag: ['@S4.5-28', '@DSDK-50'],
}, async ({ openPage, fonts }) => {
  const { page, flow, offences, start, close } = await openPage();
  await start({ fontFamily: fonts.family, fontUrl: fonts.sheetUrl });
  await expect.poll(() => fonts.files).toEqual(['rubik-mono-one-latin-400-normal.woff2']);
  const before = await measure(flow);
  expect(before.words).toBeGreaterThan(0);

  fonts.deliver();
  await expect.poll(() => fontFacesOf(page)).toContain('vendor-orchestration: loaded');
  await expect.poll(async () => (await measure(flow)).words).not.toBe(before.words);
  // The font is 50 % wider, but the button does not move.
  expect((await measure(flow)).button).toEqual(before.button);

  await close();
  expect(await fontFacesOf(page)).toEqual([]);
  expect(fonts.files).toHaveLength(1);
  expect(offences).toEqual([]);
});

test('keeps the system font if the font of the theme does not load, and warns once', async ({
  context,
  openPage,
}) => {
  await context.route('https://fonts.gstatic.com/**', (route) => route.abort());
  const { page, flow, start } = await openPage();
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await start({ fontUrl: 'https://fonts.gstatic.com/s/lost.woff2' });
  await expect
    .poll(() => warnings)
    .toEqual(['VendorOrchestration: theme.fontUrl could not be loaded; the system font is used.']);
  await expect(flow.button('Begin')).toBeVisible();
});

test('uses the font of the theme in the popup', async ({ shop, context, stage, fonts, startExecution }) => {
  fonts.deliver();
  await shop.open();
  const { token } = await startExecution('document');
  const next = FlowWindow.next(context, [stage.serviceUrl, ...fonts.origins]);
  const theme = { fontFamily: fonts.family, fontUrl: fonts.sheetUrl };
  expect(await shop.start({ token, theme, renderingMode: 'popup' })).toBeUndefined();
  const { page, offences } = await next;
  await expect.poll(() => fontFacesOf(page)).toContain('vendor-orchestration: loaded');
  expect(offences).toEqual([]);
});

test('shows the logo of the current scheme, fetched on demand and without a referrer, and no broken one', {
  tag: ['@DSDK-42', '@DSDK-101'],
}, async ({ context, openPage }) => {
  const origin = 'https://brand.example';
  const asked: string[] = [];
  await context.route(`${origin}/**`, async (route) => {
    const request = route.request();
    asked.push(
      `${new URL(request.url()).pathname} from ${(await request.headerValue('referer')) ?? 'nowhere'}`,
    );
    if (request.url().includes('missing')) return route.fulfill({ status: 404 });
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200"/></svg>';
    return route.fulfill({ contentType: 'image/svg+xml', body });
  });
  const { page, flow, offences, start, close } = await openPage([origin]);
  const logo = flow.root.locator('.logo img:visible');
  await page.emulateMedia({ colorScheme: 'light' });
  await start({ light: { logoUrl: `${origin}/light.svg` }, dark: { logoUrl: `${origin}/dark.svg` } });
  await expect(logo).toHaveAttribute('src', `${origin}/light.svg`);
  await expect.poll(async () => (await logo.boundingBox())?.height).toBe(40);
  expect(asked).toEqual(['/light.svg from nowhere']);

  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(logo).toHaveAttribute('src', `${origin}/dark.svg`);
  await expect.poll(() => asked).toEqual(['/light.svg from nowhere', '/dark.svg from nowhere']);
  await close();

  await start({ dark: { logoUrl: `${origin}/missing.svg` } });
  await expect.poll(() => asked).toContain('/missing.svg from nowhere');
  await expect(flow.root.locator('.logo img')).toHaveCount(0);
  expect(offences.filter((offence) => !offence.includes('404'))).toEqual([]);
});

/** Values by which an attacker who controls the theme could try to inject CSS or requests. */
const attacks = [
  'url(https://evil.example/x)',
  '#fff;background:url(https://evil.example/x)',
  '#fff}*{display:none}:host{--x:url("https://evil.example/x")',
  '"x";}@import "https://evil.example/x.css";',
  'var(--x, url(https://evil.example/x))',
  '</style><img src=https://evil.example/x onerror=alert(1)>',
  'https://fonts.googleapis.com.evil.example/css2?family=X',
  'https://fonts.gstatic.com@evil.example/x.woff2',
  'http://evil.example/logo.png',
  'javascript:fetch("https://evil.example/x")',
  'data:text/html,<script>fetch("https://evil.example/x")</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><image href="https://evil.example/x"/><script>fetch("https://evil.example/x")</script></svg>',
];

test('sends no foreign request and injects no CSS for any theme', {
  tag: ['@DSDK-49'],
}, async ({ openPage }) => {
  const { page, flow, offences, start, close } = await openPage();
  const surroundings = () =>
    page.evaluate(() => ({
      elements: [document.documentElement, document.head, document.body].map(
        (element) => (element.cloneNode(false) as Element).outerHTML,
      ),
      sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
      fonts: document.fonts.size,
      prototype: Reflect.ownKeys(Object.prototype).length,
    }));
  const before = await surroundings();
  for (const attack of attacks) {
    const colours = ['baseTextOnLight', 'baseTextOnDark', 'baseAccent', 'baseOnAccent'];
    const scheme = {
      ...Object.fromEntries(colours.map((name) => [name, attack])),
      // A theme may name a logo on any https host, so such addresses are left out.
      logoUrl: attack.startsWith('https:') ? '' : attack,
    };
    await start({
      light: scheme,
      dark: { ...scheme, ['__proto__']: { polluted: attack } },
      fontFamily: attack,
      fontUrl: attack,
      fontWeight: attack,
    });
    await expect(flow.button('Begin')).toBeVisible();
    const css = await flow.root.evaluate((element) =>
      (element.getRootNode() as ShadowRoot).adoptedStyleSheets
        .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
        .join(''),
    );
    expect(css.length).toBeGreaterThan(1_000);
    expect(css).not.toMatch(/url\(|@import|evil/);
    // An open flow adds a style sheet that locks the page's scrolling.
    const sheets = before.sheets + 1;
    expect(await surroundings()).toEqual({ ...before, sheets, elements: before.elements });
    await close();
    expect(await surroundings()).toEqual(before);
  }
  expect(offences).toEqual([]);
});
