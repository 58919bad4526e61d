/**
 * Takes a picture of every scene of the gallery on a phone and on a desktop, light and dark, and runs axe over each.
 * Usage: node packages/sdk/gallery/shoot.mjs [folder [scene…]], by default into dist/gallery; QUERY adds to each address; CHROMIUM names the browser, /usr/bin/chromium if unset.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const [folder = fileURLToPath(new URL('../dist/gallery', import.meta.url)), ...wanted] =
  process.argv.slice(2);
const extra = process.env.QUERY ?? '';
const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};

const server = await createServer({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)) });
await server.listen(20000 + Math.floor(Math.random() * 20000));
const base = server.resolvedUrls?.local[0];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
await mkdir(folder, { recursive: true });

let violations = 0;
const names = wanted.length > 0 ? wanted : await sceneNames();
for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${size} ${colorScheme}: ${error.message}`));
    for (const name of names) {
      await page.goto(`${base}?screen=${name}${extra}`);
      await page.locator('.frame .heading').waitFor({ state: 'attached' });
      await page.waitForTimeout(name.startsWith('camera') ? 1500 : 450);
      await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png` });
      await page.evaluate(axe.source);
      const report = await page.evaluate(() =>
        globalThis.axe.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        }),
      );
      for (const { id, nodes } of report.violations) {
        violations += 1;
        console.error(
          `${name} ${size} ${colorScheme}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`,
        );
      }
    }
    await context.close();
  }
}
process.stdout.write(`${names.length} scenes, ${violations} axe violations\n`);
await browser.close();
await server.close();
process.exitCode = violations === 0 ? 0 : 1;

async function sceneNames() {
  const page = await browser.newPage();
  await page.goto(String(base));
  await page.locator('#scenes a').first().waitFor();
  const texts = await page.locator('#scenes a').allTextContents();
  await page.close();
  return texts;
}
