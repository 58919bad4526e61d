import { admitModule } from './config/admit-module.ts';
import { serviceOrigin } from './config/base-address.ts';
import { createOrchestration } from './create-orchestration.ts';
import { fetchModule } from './fetch-module.ts';
import type { Orchestration } from './orchestration.ts';
import { version } from './version.ts';

/** The hash in the names of all chunks that are loaded from here; given by the build. */
declare const __VO_HASH__: string;

/** The names of the chunks that the shell imports. */
declare const __VO_SHELL_IMPORTS__: readonly string[];

/** The name under which its chunk exports the shell. */
declare const __VO_SHELL_MODULE__: string;

/** This script: known only while it runs for the first time. */
const script: Partial<HTMLScriptElement> = (document.currentScript as HTMLScriptElement | null) ?? {};
const { src: servedFrom, nonce } = script;

declare const window: { VendorOrchestration?: Orchestration };

// A classic script from another origin has no address of its own to import from (HTML standard, "muted errors"), so the
// chunks' addresses are made whole here.
const load = async (name: string) => {
  const { href } = new URL(`chunks/${name}-${__VO_HASH__}.js`, servedFrom || document.baseURI);
  await fetchModule(href);
  await admitModule(href, nonce);
  return import(/* @vite-ignore */ href);
};

const made = createOrchestration({
  version,
  servedFrom: () => serviceOrigin(servedFrom),
  loadShell: async (): Promise<typeof import('./shell.ts')> => (await load('shell'))[__VO_SHELL_MODULE__],
  // All at once: what one chunk asks for would else wait until that chunk has arrived.
  fetchAhead: ({ language, theme }) =>
    Promise.all(
      [
        ...__VO_SHELL_IMPORTS__,
        language,
        ...(theme === undefined || theme === null ? [] : ['custom-theme']),
      ].map(load),
    ),
  loadPopup: (): Promise<typeof import('./popup/popup-flow.ts')> => load('popup-flow'),
  loadCheck: (): Promise<typeof import('./preflight/check-device.ts')> => load('check-device'),
});
// A page that carries the script twice keeps one flow; an element of that name is none.
if (!window.VendorOrchestration?.start) window.VendorOrchestration = made;
