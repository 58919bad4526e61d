import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLinkStage } from '../../../lab/gallery/pages/link-stage.ts';
import { type FaultFinder, openFaultFinder } from '../../../lab/gallery/pages/page-faults.ts';
import type { PageScene, PageStage } from '../../../lab/gallery/pages/page-scene.ts';
import { openPhoneStage } from '../../../lab/gallery/pages/phone-stage.ts';
import { openShopStage } from '../../../lab/gallery/pages/shop-stage.ts';
import { openWindowStage } from '../../../lab/gallery/pages/window-stage.ts';
import { SUPPORTED_LANGUAGES } from '../src/config/configuration.ts';
import { changeLanguage } from './served-language.ts';

const knownBrowsers = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];
const smallPhone = { viewport: { width: 320, height: 568 }, reducedMotion: 'reduce' } as const;

let browser: Browser;
let finder: FaultFinder;

beforeAll(async () => {
  const executablePath = knownBrowsers.find((path) => path && existsSync(path));
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  });
  finder = await openFaultFinder();
});
afterAll(() => browser.close());

/** Opens a scene as a new visitor, and looks at it. */
async function look(
  scene: PageScene,
  options: BrowserContextOptions,
  lookAt: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...smallPhone, ...options });
  const page = await context.newPage();
  await scene.reach(page, context);
  await scene.unlock?.(page);
  await lookAt(page);
  await context.close();
}

/**
 * Languages in which rules are checked, with their schemes; the first one is that in which states are reached. Axe measures no
 * contrast of Arabic text, whose joined letters it takes for icons, so the two others have both schemes.
 */
const looks: Readonly<Record<string, 'light' | 'dark'>> = { ar: 'light', de: 'dark', en: 'light' };

describe.each<[page: string, open: () => Promise<PageStage>, alike: readonly string[]]>([
  // All invalid tickets have the same message.
  ['messages of a popup without the flow', openWindowStage, ['unknown-ticket', 'expired-ticket']],
  ['messages of the page of a link without the flow', openLinkStage, []],
  ['questions and messages of the page of a phone without the flow', openPhoneStage, []],
])('%s', (_, open, alike) => {
  let stage: PageStage;
  const faults = new Map<string, string[]>();

  // Every state is reached once, in Arabic. The service serves all messages with the page and its script only chooses one, so
  // that the words of another language can take their place.
  beforeAll(async () => {
    stage = await open();
    const languages = new Set([...Object.keys(looks), ...SUPPORTED_LANGUAGES]);
    for (const [name, scene] of Object.entries(stage.scenes)) {
      await look(scene, { locale: 'ar' }, async (page) => {
        if (alike.includes(name)) return;
        for (const language of languages) {
          if (language !== 'ar') await changeLanguage(page, language);
          const colorScheme = looks[language];
          await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
          const found = await finder.faultsOf(page, colorScheme !== undefined);
          faults.set(language, [
            ...(faults.get(language) ?? []),
            ...found.map((fault) => `${name}: ${fault}`),
          ]);
        }
      });
    }
  }, 300_000);
  afterAll(() => stage.close());

  it.each(Object.entries(looks))('fits, and breaks no rule of WCAG 2.2 AA: %s, %s', (language) => {
    expect(faults.get(language)).toEqual([]);
  });

  it.each(SUPPORTED_LANGUAGES.filter((language) => !looks[language]))(
    'fits into 320 × 568 px: %s',
    (language) => {
      expect(faults.get(language)).toEqual([]);
    },
  );
});

describe("page of the demo's shop", () => {
  let stage: PageStage;
  const misfits: string[] = [];
  const faults = { light: [] as string[], dark: [] as string[] };

  // One card of each colour, the fields, and the open panels.
  const names = ['ready', 'inputs-fault', 'approved', 'review', 'declined', 'questions', 'counter-webhook'];

  // Every state is reached once.
  beforeAll(async () => {
    stage = await openShopStage();
    for (const [name, scene] of Object.entries(stage.scenes)) {
      await look(scene, {}, async (page) => {
        misfits.push(...(await finder.faultsOf(page, false)).map((fault) => `${name}: ${fault}`));
        for (const colorScheme of names.includes(name) ? (['light', 'dark'] as const) : []) {
          await page.emulateMedia({ colorScheme });
          const found = await finder.faultsOf(page);
          faults[colorScheme].push(...found.map((fault) => `${name}: ${fault}`));
        }
      });
    }
  }, 300_000);
  afterAll(() => stage.close());

  it('fits into 320 × 568 px', () => {
    expect(misfits).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('breaks no rule of WCAG 2.2 AA: %s', (colorScheme) => {
    expect(faults[colorScheme]).toEqual([]);
  });

  it('notices a misfit', async () => {
    const viewport = { width: 120, height: 568 };
    await look(stage.scenes.ready!, { viewport }, async (page) => {
      expect((await finder.faultsOf(page, false)).length).toBeGreaterThan(0);
    });
  });
});
