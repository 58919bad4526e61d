import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { currentStage } from '../stage/stage.ts';
import type { DrivenBrowser, DrivenTab } from './driven-browser.ts';
import { type Engine, engines } from './engines.ts';
import * as scripts from './page-scripts.ts';
import { Visitor } from './visitor.ts';

const albums = fileURLToPath(new URL('../.screenshots/browsers/', import.meta.url));

/** The sizes of a viewport, in CSS pixels. */
export const phone = [390, 844] as const;
export const computer = [1280, 900] as const;

/** Parts of the browser that a walk needs. */
export interface Surroundings {
  readonly engine: Engine;
  readonly browser: () => DrivenBrowser;
  /** Somebody in a tab, whose pictures are kept under the name of the walk. */
  visitorOf(walk: string, tab?: DrivenTab): Visitor;
  /** Somebody who has entered the shop. */
  visit(walk: string, size: readonly [widthPx: number, heightPx: number]): Promise<Visitor>;
}

/**
 * Walks the same walks in every browser that is there, each in a browser of its own: what one leaves in its caches is not met by
 * the next.
 *
 * @param video - what the camera shows where a browser's own plays a video.
 */
export function inEachBrowser(video: string, walks: (around: Surroundings) => void): void {
  for (const engine of engines) {
    test.describe(engine.name, () => {
      test.describe.configure({ mode: 'default' });
      let browser: DrivenBrowser;
      const visitorOf = (walk: string, tab = browser.tab) =>
        new Visitor(tab, join(albums, engine.name, walk));

      test.beforeEach(async () => {
        browser = await engine.start(video);
        console.log(`${engine.name} is ${browser.version}`);
      });

      test.afterEach(() => browser?.quit());

      walks({
        engine,
        browser: () => browser,
        visitorOf,
        async visit(walk, [widthPx, heightPx]) {
          const visitor = visitorOf(walk);
          await browser.tab.resize(widthPx, heightPx);
          await visitor.enter(currentStage().shopUrl);
          return visitor;
        },
      });
    });
  }
}

/** Expected of a page in the end: nothing went wrong on it, and no camera is on. Answers what is not so. */
export async function leftBehind(tab: DrivenTab): Promise<unknown[]> {
  const offences = (await tab.run(scripts.offences, [])) as unknown[];
  const states = (await tab.run(scripts.trackStates, [])) as string[];
  return [...offences, ...states.filter((state) => state !== 'ended')];
}
