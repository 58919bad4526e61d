import { createOrchestration } from './create-orchestration.ts';
import type { Orchestration } from './orchestration.ts';

/** Where the chunks of the lazy parts lie, seen from this script; given by the build. */
declare const __VO_SHELL__: string;
declare const __VO_LANGUAGES__: string;
declare const __VO_POPUP__: string;
declare const __VO_PREFLIGHT__: string;

/** The name under which its chunk exports the shell. */
declare const __VO_SHELL_MODULE__: string;

/** Address of this script: known only while it runs for the first time. */
const servedFrom =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : undefined;

const page = window as typeof window & { VendorOrchestration?: Orchestration };

// A classic script from another origin has no address of its own to import from (HTML standard, "muted errors"), so the
// chunks' addresses are made whole here.
const load = (chunk: string) =>
  import(/* @vite-ignore */ new URL(chunk, servedFrom ?? document.baseURI).href);

// A page that carries the script twice keeps one flow.
page.VendorOrchestration ??= createOrchestration({
  servedFrom: () => servedFrom,
  loadShell: async (): Promise<typeof import('./shell.ts')> =>
    (await load(__VO_SHELL__))[__VO_SHELL_MODULE__],
  loadLanguages: (): Promise<typeof import('./i18n/load-language.ts')> => load(__VO_LANGUAGES__),
  loadPopup: (): Promise<typeof import('./popup/popup-flow.ts')> => load(__VO_POPUP__),
  loadCheck: (): Promise<typeof import('./preflight/check-device.ts')> => load(__VO_PREFLIGHT__),
});
