import { createOrchestration } from './create-orchestration.ts';
import type { Orchestration } from './orchestration.ts';

/** Where the chunk of the shell lies, seen from this script; given by the build. */
declare const __VO_SHELL__: string;

/** Address of this script: known only while it runs for the first time. */
const servedFrom =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : undefined;

const page = window as typeof window & { VendorOrchestration?: Orchestration };

// A page that carries the script twice keeps one flow.
page.VendorOrchestration ??= createOrchestration({
  servedFrom: () => servedFrom,
  // A classic script from another origin has no address of its own to import from (HTML standard, "muted errors"), so the
  // chunk's address is made whole here.
  loadShell: (): Promise<typeof import('./shell.ts')> =>
    import(/* @vite-ignore */ new URL(__VO_SHELL__, servedFrom ?? document.baseURI).href),
});
