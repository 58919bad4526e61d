/**
 * Takes screenshots of everything that people see, lays out those of each language, size and scheme on one sheet, and reports
 * misfits and violations found by axe. `flow` is every scene of the gallery, `shop` the demo's page, `window`, `link` and
 * `phone` are the service's pages; all four pages run on the built servers. The shop is only in English.
 *
 * node lab/gallery/shoot.mjs [--of flow,shop,window,link,phone] [--languages en,ar] [--sizes phone,desktop,narrow]
 *   [--schemes light,dark] [--query '&long'] [--folder lab/gallery/dist] [scene…]
 *
 * CHROMIUM is the path of the browser, /usr/bin/chromium by default.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { layContactSheet } from './contact-sheet.mjs';

const viewports = {
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 568 },
  desktop: { width: 1280, height: 800 },
};
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    of: { type: 'string', default: 'flow,shop,window,link,phone' },
    languages: { type: 'string', default: 'en' },
    sizes: { type: 'string', default: 'phone,desktop' },
    schemes: { type: 'string', default: 'light,dark' },
    query: { type: 'string', default: '' },
    folder: { type: 'string', default: fileURLToPath(new URL('dist', import.meta.url)) },
  },
});
const list = (names) => names.split(',').filter(Boolean);

const server = await createServer({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)) });
await server.listen(20000 + Math.floor(Math.random() * 20000));
const base = server.resolvedUrls?.local[0];
const { openShopStage } = await server.ssrLoadModule('/pages/shop-stage.ts');
const { openLinkStage } = await server.ssrLoadModule('/pages/link-stage.ts');
const { openPhoneStage } = await server.ssrLoadModule('/pages/phone-stage.ts');
const { openWindowStage } = await server.ssrLoadModule('/pages/window-stage.ts');
const { axeTags, openFaultFinder } = await server.ssrLoadModule('/pages/page-faults.ts');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
await mkdir(options.folder, { recursive: true });

let pictures = 0;
let faults = 0;
const kinds = list(options.of);
if (kinds.includes('flow')) await eachVariant(list(options.languages), shootFlow);
if (kinds.includes('shop')) await shootStage('shop', openShopStage, ['en']);
if (kinds.includes('window')) await shootStage('window', openWindowStage, list(options.languages));
if (kinds.includes('link')) await shootStage('link', openLinkStage, list(options.languages));
if (kinds.includes('phone')) await shootStage('phone', openPhoneStage, list(options.languages));
process.stdout.write(`${pictures} pictures, ${faults} faults\n`);
await browser.close();
await server.close();
process.exitCode = faults === 0 ? 0 : 1;

/**
 * Opens a browser context for each combination of language, size and scheme, and lays out the pictures that `shoot` returns.
 */
async function eachVariant(languages, shoot, kind = '') {
  for (const language of languages) {
    for (const size of list(options.sizes)) {
      for (const colorScheme of list(options.schemes)) {
        const viewport = viewports[size];
        const look = { viewport, colorScheme, reducedMotion: 'reduce', locale: language };
        const context = await browser.newContext(look);
        const variant = `${kind}${language}-${size}-${colorScheme}`;
        const files = await shoot(context, { language, variant, look });
        if (files.length > 0)
          await layContactSheet(context, files, viewport, join(options.folder, `sheet-${variant}.png`));
        await context.close();
      }
    }
  }
}

/** Photographs all scenes of the gallery in one variant; returns the pictures. */
async function shootFlow(context, { language, variant }) {
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${variant}: ${error.message}`));
  await page.goto(`${base}?language=${language}${options.query}`);
  await page.waitForFunction(() => globalThis.gallery !== undefined);
  await page.evaluate(axe.source);
  const names = wantedOf(await page.evaluate(() => globalThis.gallery.names));
  const files = [];
  for (const name of names) {
    await page.evaluate((name) => globalThis.gallery.show(name), name);
    // Waits for elements that appear only after a delay, or once a stream has started.
    await page.waitForTimeout(name.startsWith('camera') ? 700 : name === 'loading' ? 400 : 0);
    files.push(await photograph(page, `${name}-${variant}`));
    report(`${name} ${variant}`, [
      ...(await page.evaluate(() => globalThis.gallery.misfits())),
      ...(await axeViolations(page)),
    ]);
  }
  return files;
}

/** Photographs all scenes of a page of the built servers in all variants. */
async function shootStage(kind, open, languages) {
  const stage = await open();
  const finder = await openFaultFinder();
  await eachVariant(
    languages,
    async (_context, { variant, look }) => {
      const files = [];
      for (const name of wantedOf(Object.keys(stage.scenes))) {
        const scene = stage.scenes[name];
        // A new visitor for each scene.
        const context = await browser.newContext(look);
        const page = await context.newPage();
        await scene.reach(page, context);
        files.push(await photograph(page, `${name}-${variant}`));
        await scene.unlock?.(page);
        report(`${name} ${variant}`, await finder.faultsOf(page));
        await context.close();
      }
      return files;
    },
    `${kind}-`,
  );
  await stage.close();
}

function wantedOf(names) {
  return names.filter((name) => wanted.length === 0 || wanted.includes(name));
}

async function photograph(page, name) {
  const path = join(options.folder, `${name}.png`);
  await page.screenshot({ path });
  pictures += 1;
  return path;
}

function report(where, found) {
  faults += found.length;
  for (const fault of found) console.error(`${where}: ${fault}`);
}

async function axeViolations(page) {
  const { violations } = await page.evaluate(
    (runOnly) => globalThis.axe.run(document, { runOnly, resultTypes: ['violations'] }),
    axeTags,
  );
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`);
}
