import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';
import type { Gallery } from '../../../lab/gallery/gallery.ts';

declare const gallery: Gallery;

const knownBrowsers = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** The smallest phone still in use, in CSS pixels. */
export const smallPhone = { width: 320, height: 568 };

/** The gallery in a browser. */
export interface OpenGallery {
  /**
   * Opens the gallery, by default at a small phone's size. Long waits end immediately, so that the longest texts are shown.
   *
   * @param query - query parameters of `gallery.ts`, such as `language=ar&long`.
   */
  open(query: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Starts the gallery and a browser for it. */
export async function startGallery(): Promise<OpenGallery> {
  const executablePath = knownBrowsers.find((path) => path && existsSync(path));
  const browser: Browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  });
  // Bundled, because every page would otherwise load hundreds of modules.
  const outDir = await mkdtemp(join(tmpdir(), 'gallery-'));
  const configFile = fileURLToPath(new URL('../../../lab/gallery/vite.config.ts', import.meta.url));
  const options = { outDir, target: 'esnext', minify: false, modulePreload: false } as const;
  await build({ configFile, logLevel: 'error', build: options });
  const server = await preview({ configFile, logLevel: 'error', preview: { port: 0 }, build: { outDir } });
  return {
    async open(query, options) {
      const page = await browser.newPage({ viewport: smallPhone, reducedMotion: 'reduce', ...options });
      await page.goto(`${server.resolvedUrls?.local[0]}?waited&${query}`);
      await page.waitForFunction(() => 'gallery' in globalThis);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}

/** Kinds of faults that the gallery finds in a scene. */
type FaultKind = 'misfits' | 'controls' | 'movements';

/** Shows every scene once; returns the faults that the gallery finds, by kind, each line with the scene's name. */
export function faultsOfAll(
  page: Page,
  kinds: readonly FaultKind[],
): Promise<Readonly<Record<FaultKind, string[]>>> {
  return page.evaluate(async (asked) => {
    const faults: Record<FaultKind, string[]> = { misfits: [], controls: [], movements: [] };
    for (const name of gallery.names) {
      await gallery.show(name);
      for (const kind of asked) faults[kind].push(...gallery[kind]().map((fault) => `${name}: ${fault}`));
    }
    return faults;
  }, kinds);
}
