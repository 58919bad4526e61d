/**
 * Takes a picture of every scene of the gallery, lays the pictures of each language, size and scheme out on one sheet, and
 * runs axe over each scene.
 *
 * node packages/sdk/gallery/shoot.mjs [--languages en,ar] [--sizes phone,desktop,narrow] [--schemes light,dark]
 *   [--query '&long'] [--folder dist/gallery] [scene…]
 *
 * CHROMIUM names the browser, /usr/bin/chromium if unset.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const viewports = {
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 568 },
  desktop: { width: 1280, height: 800 },
};
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    languages: { type: 'string', default: 'en' },
    sizes: { type: 'string', default: 'phone,desktop' },
    schemes: { type: 'string', default: 'light,dark' },
    query: { type: 'string', default: '' },
    folder: { type: 'string', default: fileURLToPath(new URL('../dist/gallery', import.meta.url)) },
  },
});
const list = (names) => names.split(',').filter(Boolean);

const server = await createServer({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)) });
await server.listen(20000 + Math.floor(Math.random() * 20000));
const base = server.resolvedUrls?.local[0];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
await mkdir(options.folder, { recursive: true });

let pictures = 0;
let violations = 0;
for (const language of list(options.languages)) {
  for (const size of list(options.sizes)) {
    for (const scheme of list(options.schemes)) await walk(language, size, scheme);
  }
}
process.stdout.write(`${pictures} pictures, ${violations} axe violations\n`);
await browser.close();
await server.close();
process.exitCode = violations === 0 ? 0 : 1;

/** Photographs all scenes in one language, size and scheme. */
async function walk(language, size, scheme) {
  const variant = `${language}-${size}-${scheme}`;
  const viewport = viewports[size];
  const context = await browser.newContext({ viewport, colorScheme: scheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${variant}: ${error.message}`));
  await page.goto(`${base}?language=${language}${options.query}`);
  await page.waitForFunction(() => globalThis.gallery !== undefined);
  await page.evaluate(axe.source);
  const names = wanted.length > 0 ? wanted : await page.evaluate(() => globalThis.gallery.names);
  const files = [];
  for (const name of names) {
    await page.evaluate((name) => globalThis.gallery.show(name), name);
    // What is drawn while a wait lasts or a stream starts.
    await page.waitForTimeout(name.startsWith('camera') ? 700 : name === 'loading' ? 400 : 0);
    files.push(join(options.folder, `${name}-${variant}.png`));
    await page.screenshot({ path: files.at(-1) });
    pictures += 1;
    for (const fault of await page.evaluate(() => globalThis.gallery.misfits())) {
      console.error(`${name} ${variant}: ${fault}`);
    }
    for (const { id, nodes } of await axeViolations(page)) {
      violations += 1;
      console.error(`${name} ${variant}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`);
    }
  }
  await laySheet(context, files, viewport, join(options.folder, `sheet-${variant}.png`));
  await context.close();
}

async function axeViolations(page) {
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return violations;
}

/** One picture of many, in rows, each at a little more than half of its size. */
async function laySheet(context, files, viewport, path) {
  const page = await context.newPage();
  const width = Math.min(300, viewport.width);
  const images = await Promise.all(
    files.map(async (file) => `data:image/png;base64,${(await readFile(file)).toString('base64')}`),
  );
  await page.setViewportSize({ width: 8 * (width + 8) + 8, height: 400 });
  await page.setContent(
    `<body style="margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:#888">${images
      .map((image) => `<img width="${width}" src="${image}" alt="">`)
      .join('')}</body>`,
  );
  await page.screenshot({ path, fullPage: true });
}
