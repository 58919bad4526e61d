import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { build } from 'vite';

/** Finds faults in pages that are built without this package. */
export interface FaultFinder {
  /** Lists what does not fit and, on request, violations of WCAG 2.2 AA; one line for each. */
  faultsOf(page: Page, withRules?: boolean): Promise<string[]>;
}

/** Rules that every page must meet. */
export const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Bundles `misfits.ts` into a script, because pages of the servers load none of our code, and their policies forbid more. */
export async function openFaultFinder(): Promise<FaultFinder> {
  const entry = fileURLToPath(new URL('../misfits.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'gallery' } },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('misfits.ts was not built.');
  const script = output.output[0].code;
  return {
    async faultsOf(page, withRules = true) {
      await page.evaluate(script);
      const misfits = await page.evaluate(() =>
        (globalThis as unknown as { gallery: typeof import('../misfits.ts') }).gallery.findMisfits(
          document.body,
        ),
      );
      return withRules ? [...misfits, ...(await violationsOn(page))] : misfits;
    },
  };
}

/** Lists the rule violations on a page, one line for each. */
async function violationsOn(page: Page): Promise<string[]> {
  // Once for each page: the script takes longer to load than to run.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { axe: rules } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await rules.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`);
  }, axeTags);
}
