import { admitModule } from './config/admit-module.ts';
import { createOrchestration } from './create-orchestration.ts';
import { fetchModule } from './fetch-module.ts';
import type { Orchestration } from './orchestration.ts';

/** Where the chunks of the lazy parts lie, seen from this script; given by the build. */
declare const __VO_SHELL__: string;
declare const __VO_THEME__: string;
declare const __VO_POPUP__: string;
declare const __VO_PREFLIGHT__: string;

/** What the shell's chunk imports. */
declare const __VO_SHELL_IMPORTS__: readonly string[];

/** The hash in the names of the texts of the first screen, one for all languages. */
declare const __VO_TEXTS__: string;

/** The name under which its chunk exports the shell. */
declare const __VO_SHELL_MODULE__: string;

/** This script: known only while it runs for the first time. */
const script: Partial<HTMLScriptElement> = (document.currentScript as HTMLScriptElement | null) ?? {};
const { src: servedFrom, nonce } = script;

declare const window: { VendorOrchestration?: Orchestration };

// A classic script from another origin has no address of its own to import from (HTML standard, "muted errors"), so the
// chunks' addresses are made whole here.
const load = async (chunk: string) => {
  const { href } = new URL(chunk, servedFrom || document.baseURI);
  await fetchModule(href);
  await admitModule(href, nonce);
  return import(/* @vite-ignore */ href);
};

const made = createOrchestration({
  servedFrom: () => servedFrom,
  loadShell: async (): Promise<typeof import('./shell.ts')> =>
    (await load(__VO_SHELL__))[__VO_SHELL_MODULE__],
  // All at once: what one chunk asks for would else wait until that chunk has arrived.
  fetchAhead: ({ language, theme }) =>
    Promise.all(
      [
        ...__VO_SHELL_IMPORTS__,
        `chunks/${language}-${__VO_TEXTS__}.js`,
        ...(theme === undefined || theme === null ? [] : [__VO_THEME__]),
      ].map(load),
    ),
  loadPopup: (): Promise<typeof import('./popup/popup-flow.ts')> => load(__VO_POPUP__),
  loadCheck: (): Promise<typeof import('./preflight/check-device.ts')> => load(__VO_PREFLIGHT__),
});
// A page that carries the script twice keeps one flow; an element of that name is none.
if (!window.VendorOrchestration?.start) window.VendorOrchestration = made;
