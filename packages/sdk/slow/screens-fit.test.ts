import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Gallery } from '../gallery/gallery.ts';
import { SUPPORTED_LANGUAGES } from '../src/config/configuration.ts';

declare const gallery: Gallery;

const knownBrowsers = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];
const smallPhone = { width: 320, height: 568 };

let server: ViteDevServer;
let browser: Browser;

beforeAll(async () => {
  const executablePath = knownBrowsers.find((path) => path && existsSync(path));
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  });
  server = await createServer({
    configFile: fileURLToPath(new URL('../gallery/vite.config.ts', import.meta.url)),
    logLevel: 'error',
  });
  await server.listen(0);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** The gallery at a small phone's size; long waits are over at once, so that the longest texts are shown. */
async function openGallery(query: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: smallPhone, reducedMotion: 'reduce', ...options });
  await page.goto(`${server.resolvedUrls?.local[0]}?waited&${query}`);
  await page.waitForFunction(() => 'gallery' in globalThis);
  return page;
}

/** Shows every scene in its turn; answers what does not fit, by scene. */
function misfitsOfAll(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const misfits: string[] = [];
    for (const name of gallery.names) {
      await gallery.show(name);
      misfits.push(...gallery.misfits().map((misfit) => `${name}: ${misfit}`));
    }
    return misfits;
  });
}

it.each(SUPPORTED_LANGUAGES)('every screen fits into 320 × 568 px: %s', async (language) => {
  const page = await openGallery(`language=${language}`);
  expect(await misfitsOfAll(page)).toEqual([]);
  await page.close();
});

it('notices what does not fit', async () => {
  const page = await openGallery('language=de', { viewport: { width: 180, height: 568 } });
  expect((await misfitsOfAll(page)).length).toBeGreaterThan(0);
  await page.close();
});

it.each([
  ['en', 'light'],
  ['ar', 'dark'],
] as const)('no screen breaks a rule of WCAG 2.2 AA: %s, %s', async (language, colorScheme) => {
  const page = await openGallery(`language=${language}`, { colorScheme });
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of gallery.names) {
      await gallery.show(name);
      const report = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        resultTypes: ['violations'],
      });
      for (const { id, nodes } of report.violations)
        found.push(`${name}: ${id} at ${nodes.map(({ target }) => target)}`);
    }
    return found;
  });
  expect(violations).toEqual([]);
  await page.close();
});

it('turns the layout round in Arabic', async () => {
  const page = await openGallery('language=ar');
  const places = await page.evaluate(async () => {
    await gallery.show('instruct-back');
    const root = document.querySelector('body > div')?.shadowRoot;
    const middleOf = (selector: string) => {
      const { left, width } = root?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return left + width / 2;
    };
    const back = root?.querySelector('.pointing');
    return {
      page: [document.documentElement.lang, document.documentElement.dir],
      back: middleOf('.header-side:first-child button'),
      close: middleOf('.header-side:last-child button'),
      done: middleOf('.bar-done'),
      icon: middleOf('.point-icon'),
      words: middleOf('.point-words'),
      arrow: back && getComputedStyle(back).transform,
      whole: await wholeButton(),
    };

    async function wholeButton(): Promise<number> {
      await gallery.show('review');
      const { left = 0, width = 0 } =
        document
          .querySelector('body > div')
          ?.shadowRoot?.querySelector('.taken button')
          ?.getBoundingClientRect() ?? {};
      return left + width / 2;
    }
  });
  expect(places.page).toEqual(['en', '']);
  expect(places.back).toBeGreaterThan(places.close);
  expect(places.done).toBeGreaterThan(smallPhone.width / 2);
  expect(places.icon).toBeGreaterThan(places.words);
  expect(places.whole).toBeLessThan(smallPhone.width / 2);
  expect(places.arrow).toBe('matrix(-1, 0, 0, 1, 0, 0)');
  await page.close();
});

it('shows the camera picture, its outline and the pictures of documents in Arabic as in English', async () => {
  const placesIn = async (language: string) => {
    const page = await openGallery(`language=${language}`);
    const places = await page.evaluate(async () => {
      const root = () => document.querySelector('body > div')?.shadowRoot;
      const lookAt = (selector: string) => {
        const element = root()?.querySelector(selector);
        if (!element) throw new Error(`There is no ${selector}.`);
        const { left, width } = element.getBoundingClientRect();
        return { selector, left, width, transform: getComputedStyle(element).transform };
      };
      await gallery.show('camera-hint');
      const camera = [
        '.picture',
        '.live',
        '.mask',
        '.window',
        '.ghost, .found',
        '.line',
        '.corner.first',
      ].map(lookAt);
      await gallery.show('instruct');
      return [...camera, ...['.scene-drawing', '.scene-drawing .code', '.scene-drawing .field'].map(lookAt)];
    });
    await page.close();
    return places;
  };
  expect(await placesIn('ar')).toEqual(await placesIn('en'));
});
