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

/** Returns the languages except for those already tested with rules. */
const allBut = (...looked: readonly string[]) =>
  SUPPORTED_LANGUAGES.filter((language) => !looked.includes(language));

interface Look extends BrowserContextOptions {
  /** Names of the scenes; by default all. */
  readonly names?: readonly string[];
  /** Whether to check the rules, besides misfits. */
  readonly withRules: boolean;
}

/** Opens every scene as a new visitor; returns the faults by scene. */
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

describe('messages of a popup without the flow', () => {
  let stage: PageStage;
  beforeAll(async () => {
    stage = await openWindowStage();
  });
  afterAll(() => stage.close());

  // One scene for each text: other invalid tickets have the same message.
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

  it('notices a misfit', async () => {
    const viewport = { width: 120, height: 568 };
    const faults = await faultsOfAll(stage, { locale: 'de', viewport, names: ['failed'], withRules: false });
    expect(faults.length).toBeGreaterThan(0);
  });
});

describe('messages of the page of a link without the flow', () => {
  let stage: PageStage;
  beforeAll(async () => {
    stage = await openLinkStage();
  });
  afterAll(() => stage.close());

  it.each(allBut('ar', 'de'))('shows a separate message that fits for each ending, in %s', async (locale) => {
    expect(await faultsOfAll(stage, { locale, withRules: false })).toEqual([]);
  });

  it.each([
    ['ar', 'light'],
    ['de', 'dark'],
  ] as const)('fits, and breaks no rule of WCAG 2.2 AA: %s, %s', async (locale, colorScheme) => {
    expect(await faultsOfAll(stage, { locale, colorScheme, withRules: true })).toEqual([]);
  });
});

describe('questions and messages of the page of a phone without the flow', () => {
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
  ] as const)('fits, and breaks no rule of WCAG 2.2 AA: %s, %s', async (locale, colorScheme) => {
    expect(await faultsOfAll(stage, { locale, colorScheme, withRules: true })).toEqual([]);
  });
});

describe("page of the demo's shop", () => {
  let stage: PageStage;
  beforeAll(async () => {
    stage = await openShopStage();
  });
  afterAll(() => stage.close());

  // One card of each colour, the fields, and the open panels.
  const names = ['ready', 'inputs-fault', 'approved', 'review', 'declined', 'questions', 'counter-webhook'];

  it('fits into 320 × 568 px', async () => {
    expect(await faultsOfAll(stage, { withRules: false })).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('breaks no rule of WCAG 2.2 AA: %s', async (colorScheme) => {
    expect(await faultsOfAll(stage, { colorScheme, names, withRules: true })).toEqual([]);
  });
});
