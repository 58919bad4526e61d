import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLinkStage } from '../../../lab/gallery/pages/link-stage.ts';
import { type FaultFinder, openFaultFinder } from '../../../lab/gallery/pages/page-faults.ts';
import type { PageStage } from '../../../lab/gallery/pages/page-scene.ts';
import { openPhoneStage } from '../../../lab/gallery/pages/phone-stage.ts';
import { openShopStage } from '../../../lab/gallery/pages/shop-stage.ts';
import { openWindowStage } from '../../../lab/gallery/pages/window-stage.ts';
import { SUPPORTED_LANGUAGES } from '../src/config/configuration.ts';

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

/** Languages but those whose scenes are looked at for rules, and for what does not fit besides. */
const allBut = (...looked: readonly string[]) =>
  SUPPORTED_LANGUAGES.filter((language) => !looked.includes(language));

interface Look extends BrowserContextOptions {
  /** All, if absent. */
  readonly names?: readonly string[];
  /** Without, only what does not fit is looked for. */
  readonly withRules: boolean;
}

/** Comes to every scene as a visitor of its own; answers what is wrong with them, by scene. */
async function faultsOfAll(stage: PageStage, { names, withRules, ...look }: Look): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, scene] of Object.entries(stage.scenes)) {
    if (names && !names.includes(name)) continue;
    const context = await browser.newContext({ ...smallPhone, ...look });
    const page = await context.newPage();
    await scene.reach(page, context);
    await scene.unlock?.(page);
    faults.push(...(await finder.faultsOf(page, withRules)).map((fault) => `${name}: ${fault}`));
    await context.close();
  }
  return faults;
}

describe('what a window says without the flow', () => {
  let stage: PageStage;
  beforeAll(async () => {
    stage = await openWindowStage();
  });
  afterAll(() => stage.close());

  // One text for each: other tickets that are of no use are told in the same words.
  const names = ['slow', 'no-script', 'no-ticket', 'used-ticket', 'released', 'failed'];

  it.each(allBut('en', 'ar'))('fits into 320 × 568 px: %s', async (locale) => {
    expect(await faultsOfAll(stage, { locale, names, withRules: false })).toEqual([]);
  });

  it.each([
    ['en', 'light'],
    ['ar', 'dark'],
  ] as const)('fits, and breaks no rule of WCAG 2.2 AA: %s, %s', async (locale, colorScheme) => {
    expect(await faultsOfAll(stage, { locale, colorScheme, withRules: true })).toEqual([]);
  });

  it('would be noticed if it did not fit', async () => {
    const viewport = { width: 120, height: 568 };
    const faults = await faultsOfAll(stage, { locale: 'de', viewport, names: ['failed'], withRules: false });
    expect(faults.length).toBeGreaterThan(0);
  });
});

describe('what the page of a link says without the flow', () => {
  let stage: PageStage;
  beforeAll(async () => {
    stage = await openLinkStage();
  });
  afterAll(() => stage.close());

  it.each(allBut('ar', 'de'))('has a message of its own for each end that fits, in %s', async (locale) => {
    expect(await faultsOfAll(stage, { locale, withRules: false })).toEqual([]);
  });

  it.each([
    ['ar', 'light'],
    ['de', 'dark'],
  ] as const)('fits, and keeps every rule of WCAG 2.2 AA: %s, %s', async (locale, colorScheme) => {
    expect(await faultsOfAll(stage, { locale, colorScheme, withRules: true })).toEqual([]);
  });
});

describe('what the page of a phone asks and says without the flow', () => {
  let stage: PageStage;
  beforeAll(async () => {
    stage = await openPhoneStage();
  });
  afterAll(() => stage.close());

  it.each(allBut('ar', 'de'))('fits into 320 × 568 px: %s', async (locale) => {
    expect(await faultsOfAll(stage, { locale, withRules: false })).toEqual([]);
  });

  it.each([
    ['ar', 'light'],
    ['de', 'dark'],
  ] as const)('fits, and keeps all rules of WCAG 2.2 AA: %s, %s', async (locale, colorScheme) => {
    expect(await faultsOfAll(stage, { locale, colorScheme, withRules: true })).toEqual([]);
  });
});

describe('what the shop of the demo says', () => {
  let stage: PageStage;
  beforeAll(async () => {
    stage = await openShopStage();
  });
  afterAll(() => stage.close());

  // One card of each colour, the fields, and the panels when they are open.
  const names = ['ready', 'inputs-fault', 'approved', 'review', 'declined', 'questions', 'counter-webhook'];

  it('fits into 320 × 568 px', async () => {
    expect(await faultsOfAll(stage, { withRules: false })).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('breaks no rule of WCAG 2.2 AA: %s', async (colorScheme) => {
    expect(await faultsOfAll(stage, { colorScheme, names, withRules: true })).toEqual([]);
  });
});
