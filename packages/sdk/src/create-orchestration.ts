import { initClient, refusal } from './api/client-init.ts';
import { resolveBaseAddress } from './config/base-address.ts';
import { exceptions, isStartRefused } from './config/exceptions.ts';
import { type ParsedConfiguration, parseConfiguration } from './config/parse-configuration.ts';
import { readOption } from './config/read-option.ts';
import { regions } from './config/regions.ts';
import { createEmitter, reportToPage } from './events/emitter.ts';
import type { OpenFlow, ShellOptions } from './open-flow.ts';
import type { Orchestration } from './orchestration.ts';
import { openWindow } from './popup/open-window.ts';
import type { PopupOptions } from './popup/popup-flow.ts';
import type { PreflightOptions, PreflightReport } from './preflight/finding.ts';
import { browserClock } from './session/browser-clock.ts';
import type { Clock } from './session/ports.ts';
import { takeNonce } from './start-nonces.ts';

/** Parts that differ between the builds of the SDK. */
export interface Build {
  readonly version: string;
  /** Returns the origin of the service that served the running script. */
  readonly servedFrom: () => string | undefined;
  readonly loadShell: () => Promise<{ openFlow(options: ShellOptions): Promise<OpenFlow | null> }>;
  /** Starts loading the modules that the shell imports, in parallel with the shell. */
  readonly fetchAhead: (configuration: ParsedConfiguration) => Promise<unknown>;
  /** Loads the replacement for the shell when the flow opens in a popup. */
  readonly loadPopup: () => Promise<{ openFlow(options: PopupOptions): Promise<OpenFlow | null> }>;
  /** Loads the code of `preflight`. */
  readonly loadCheck: () => Promise<Pick<typeof import('./preflight/check-device.ts'), 'checkDevice'>>;
  readonly clock?: Clock;
}

/** Module that opens a flow: the popup code or the shell. */
type Opening = Awaited<ReturnType<Build['loadPopup']>>;

/** One start, from the call to the close. */
interface Run {
  readonly abort: AbortController;
  flow?: OpenFlow | null | undefined;
}

/** Creates the object that pages use. Nothing runs until `start` or `preflight`. */
export function createOrchestration({
  version,
  servedFrom,
  loadShell,
  fetchAhead,
  loadPopup,
  loadCheck,
  clock = browserClock,
}: Build): Orchestration {
  const { on, off, emit } = createEmitter(reportToPage);
  /** Start nonces by token, while the service has not answered; empty strings afterwards. */
  const nonces = { __proto__: null } as unknown as Record<string, string>;
  let current: Run | null = null;

  async function start(input: unknown): Promise<void> {
    if (current) throw exceptions.alreadyRunning();
    const configuration = parseConfiguration(input, {
      servedFrom: servedFrom(),
      regions,
      document: globalThis.document,
    });
    const popup = configuration.placement.mode === 'popup' ? openWindow() : undefined;
    if (popup === null) throw exceptions.popupBlocked();
    const run: Run = { abort: new AbortController() };
    current = run;
    const { signal } = run.abort;
    let opening: Promise<OpenFlow | null> | undefined;
    try {
      const { token } = configuration;
      const ask = () => {
        configuration.startNonce = takeNonce(nonces, token);
        const started = configuration as ParsedConfiguration & { startNonce: string };
        return initClient({ ...started, sdkVersion: version, clock, signal }).finally(() => {
          // After an answer, the next start needs a new nonce.
          if (!signal.aborted) nonces[token] = '';
        });
      };
      const init = ask();
      const onLeft = () => {
        // A handler of the page may have closed this flow and started the next one meanwhile.
        if (current === run) void close();
      };
      const options = { configuration, init, ask, emit, clock, signal, onLeft };
      const code: Promise<Opening> = popup ? loadPopup() : loadShell();
      opening = code.then(({ openFlow }) => openFlow({ ...options, popup: popup as Window, refusal }));
      // After the shell, the largest file: it takes longest to load and compile.
      if (!popup) {
        fetchAhead(configuration).catch(() => {
          // The shell imports the same modules and reports the failure.
        });
      }
      // Slightly longer than all attempts of `init` (28 s); in a popup, also of its ticket (28 s), which is then valid for 60 s.
      const timeout = rejectAfter(popup ? 120_000 : 30_000, signal);
      // Rejects as soon as the service refuses, without waiting for the interface to load.
      run.flow = await Promise.race([opening, init.then(() => opening), timeout]);
    } catch (failure) {
      if (current === run) current = null;
      const exception = toStartError(failure, signal);
      run.abort.abort();
      popup?.close();
      // Closes a flow that opened in the same turn in which it was closed.
      opening?.then((opened) => opened?.close()).catch(() => {});
      throw exception;
    }
    if (current !== run || !run.flow) {
      run.flow?.close();
      throw exceptions.aborted();
    }
    emit('opened');
    if (current === run) run.flow.run();
  }

  /** Returns the error that `start` rejects with, and emits the matching `error` event. */
  function toStartError(failure: unknown, signal: AbortSignal): Error {
    if (signal.aborted) return exceptions.aborted();
    if (isStartRefused(failure)) {
      if (failure.unauthorized) emit('error', 'error_code_3');
      return failure.exception;
    }
    console.error('VendorOrchestration:', failure);
    emit('error', 'unknown');
    return exceptions.interfaceNotLoaded();
  }

  async function close(): Promise<void> {
    const run = current;
    if (!run) return;
    current = null;
    run.abort.abort();
    if (!run.flow) return;
    run.flow.close();
    emit('closed');
  }

  /** Rejects after a time-out or when the signal aborts, because a silent connection would make the browser wait forever. */
  async function rejectAfter(ms: number, signal: AbortSignal): Promise<never> {
    await clock.sleep(ms, signal);
    throw exceptions.interfaceNotLoaded();
  }

  async function preflight(options?: PreflightOptions): Promise<PreflightReport> {
    const wait = new AbortController();
    try {
      const { checkDevice } = await Promise.race([loadCheck(), rejectAfter(8_000, wait.signal)]);
      return await checkDevice(
        globalThis,
        resolveBaseAddress({
          baseUrl: readOption(options, 'baseUrl'),
          token: readOption(options, 'token'),
          servedFrom: servedFrom(),
          regions,
        }),
        clock,
        options,
      );
    } catch (failure) {
      // Builds the finding here, because nothing else has loaded; the browser's own message names the file.
      const title = (failure as Error).message;
      const remedy = 'Check connection and script-src.';
      return { ok: false, findings: [{ code: 'code-not-loaded', severity: 'blocking', title, remedy }] };
    } finally {
      wait.abort();
    }
  }

  return { start, close, on, off, preflight };
}
