import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { currentStage } from '../stage/stage.ts';
import type { DrivenBrowser, DrivenTab } from './driven-browser.ts';
import { type Engine, engines } from './engines.ts';
import * as scripts from './page-scripts.ts';
import { Visitor } from './visitor.ts';

const albums = fileURLToPath(new URL('../.screenshots/browsers/', import.meta.url));

/** Viewport sizes, in CSS pixels. */
export const phone = [390, 844] as const;
export const computer = [1280, 900] as const;

/** Helpers that a journey gets for its browser. */
export interface Surroundings {
  readonly engine: Engine;
  readonly browser: () => DrivenBrowser;
  /** Returns a visitor in a tab, whose screenshots are named after the journey. */
  visitorOf(journey: string, tab?: DrivenTab): Visitor;
  /** Returns a visitor who has opened the shop. */
  visit(journey: string, size: readonly [widthPx: number, heightPx: number]): Promise<Visitor>;
}

/**
 * Declares the same journeys for every available browser, each in a fresh browser so that no caches are shared.
 *
 * @param video - played by the camera of browsers that can play a video.
 */
export function inEachBrowser(video: string, declare: (around: Surroundings) => void): void {
  for (const engine of engines) {
    test.describe(engine.name, () => {
      test.describe.configure({ mode: 'default' });
      let browser: DrivenBrowser;
      const visitorOf = (journey: string, tab = browser.tab) =>
        new Visitor(tab, join(albums, engine.name, journey));

      test.beforeEach(async () => {
        browser = await engine.start(video);
        console.log(`${engine.name} is ${browser.version}`);
      });

      test.afterEach(() => browser?.quit());

      declare({
        engine,
        browser: () => browser,
        visitorOf,
        async visit(journey, [widthPx, heightPx]) {
          const visitor = visitorOf(journey);
          await browser.tab.resize(widthPx, heightPx);
          await visitor.enter(currentStage().shopUrl);
          return visitor;
        },
      });
    });
  }
}

/** Returns the faults that a journey leaves on a page: errors and cameras that are still on. */
export async function findLeftovers(tab: DrivenTab): Promise<unknown[]> {
  const offences = (await tab.run(scripts.offences, [])) as unknown[];
  const states = (await tab.run(scripts.trackStates, [])) as string[];
  return [...offences, ...states.filter((state) => state !== 'ended')];
}
