/**
 * The package for `require` in tools that cannot require ES modules, such as Jest. Loads the ES module on first use, so that
 * `require` and `import` on the same page share one flow.
 */
import { SUPPORTED_LANGUAGES } from './config/configuration.ts';
import { createEmitter, reportToPage } from './events/emitter.ts';
import type { SdkEventName } from './events/sdk-events.ts';
import { version } from './version.ts';

type Sdk = typeof import('./index.ts');

const { on, off, emit } = createEmitter(reportToPage);

let loading: Promise<Sdk> | undefined;

/**
 * Loads the ES module and forwards its events to the handlers registered here.
 *
 * @throws if the environment cannot import ES modules.
 */
function load(): Promise<Sdk> {
  loading ??= import('./index.ts').then(passEventsOn, (cause) => {
    loading = undefined;
    const text = '@vendor/orchestration is an ES module, which cannot be imported here. Mock it in tests.';
    throw Object.assign(new Error(text), { cause });
  });
  return loading;
}

function passEventsOn(sdk: Sdk): Sdk {
  const names: Record<SdkEventName, true> = {
    opened: true,
    started: true,
    completed: true,
    cancelled: true,
    error: true,
    closed: true,
  };
  for (const name of Object.keys(names) as SdkEventName[]) {
    sdk.VendorOrchestration.on(name, (...values: unknown[]) => emit(name, ...(values as [never])));
  }
  return sdk;
}

export const VendorOrchestration: Sdk['VendorOrchestration'] = {
  start: async (configuration) => (await load()).VendorOrchestration.start(configuration),
  // Does nothing if the module was never loaded, or failed to load.
  close: async () => (await loading?.catch(() => undefined))?.VendorOrchestration.close(),
  preflight: async (options) => (await load()).preflight(options),
  on,
  off,
};

export const preflight: Sdk['preflight'] = (options) => VendorOrchestration.preflight(options);

export const checkTheme: Sdk['checkTheme'] = async (theme) => (await load()).checkTheme(theme);

export { SUPPORTED_LANGUAGES, version };
