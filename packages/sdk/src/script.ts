import { admitModule } from './config/admit-module.ts';
import { serviceOrigin } from './config/base-address.ts';
import { createOrchestration } from './create-orchestration.ts';
import { fetchModule } from './fetch-module.ts';
import type { Orchestration } from './orchestration.ts';
import { version } from './version.ts';

/** The hash in the names of all chunks that are loaded from here; given by the build. */
declare const __VO_HASH__: string;

/** Names of the chunks that the shell imports. */
declare const __VO_SHELL_IMPORTS__: readonly string[];

/** Name under which the shell's chunk exports the shell. */
declare const __VO_SHELL_MODULE__: string;

/** The script element, which is known only during its first run. */
const script: Partial<HTMLScriptElement> = (document.currentScript as HTMLScriptElement | null) ?? {};
const { src: servedFrom, nonce } = script;

declare const window: { VendorOrchestration?: Orchestration };

// A classic script from another origin has no base address for imports (HTML standard, "muted errors"), so addresses of chunks
// are made absolute here.
const load = async (name: string) => {
  const { href } = new URL(`chunks/${name}-${__VO_HASH__}.js`, servedFrom || document.baseURI);
  await fetchModule(href);
  await admitModule(href, nonce);
  return import(/* @vite-ignore */ href);
};

const orchestration = createOrchestration({
  version,
  servedFrom: () => serviceOrigin(servedFrom),
  loadShell: async (): Promise<typeof import('./shell.ts')> => (await load('shell'))[__VO_SHELL_MODULE__],
  // Loads all chunks in parallel. Otherwise each would wait for the chunk that imports it.
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
// A page that includes the script twice keeps one flow. A page element with this id also becomes `window.VendorOrchestration`,
// but has no `start`.
if (!window.VendorOrchestration?.start) window.VendorOrchestration = orchestration;
