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

/** Parts that a build of the SDK brings along. */
export interface Build {
  readonly version: string;
  /** Origin of the service that served the running script. */
  readonly servedFrom: () => string | undefined;
  readonly loadShell: () => Promise<{ openFlow(options: ShellOptions): Promise<OpenFlow | null> }>;
  /** Begins to load the modules that the shell will need, so that they do not arrive after it. */
  readonly fetchAhead: (configuration: ParsedConfiguration) => Promise<unknown>;
  /** In place of the shell, for a flow in a window of its own. */
  readonly loadPopup: () => Promise<{ openFlow(options: PopupOptions): Promise<OpenFlow | null> }>;
  /** Loads the check for what would prevent a flow. */
  readonly loadCheck: () => Promise<Pick<typeof import('./preflight/check-device.ts'), 'checkDevice'>>;
  readonly clock?: Clock;
}

/** Code that opens a flow: in a window, or where no window is asked for. */
type Opening = Awaited<ReturnType<Build['loadPopup']>>;

/** One start, from the call to the close. */
interface Run {
  readonly abort: AbortController;
  flow?: OpenFlow | null | undefined;
}

/** Makes the object that pages use. Making it does nothing. */
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
  /** The nonces of starts that the service has not answered, by their tokens; empty once it has. */
  const unanswered = { __proto__: null } as unknown as Record<string, string>;
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
        configuration.startNonce = takeNonce(unanswered, token);
        const started = configuration as ParsedConfiguration & { startNonce: string };
        return initClient({ ...started, sdkVersion: version, clock, signal }).finally(() => {
          // The next start is another one.
          if (!signal.aborted) unanswered[token] = '';
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
      // After the largest file, which takes longest to arrive and to be compiled.
      if (!popup) {
        fetchAhead(configuration).catch(() => {
          // The shell asks again, and tells.
        });
      }
      // A little longer than the service may take to refuse, and than the ticket of a window is good for.
      const late = lateness(popup ? 120_000 : 30_000, signal);
      // A refusal of the service needs no interface to be told.
      run.flow = await Promise.race([opening, init.then(() => opening), late]);
    } catch (failure) {
      if (current === run) current = null;
      const exception = explain(failure, signal);
      run.abort.abort();
      popup?.close();
      // Closes a flow that opened in the very turn in which it was closed.
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

  /** Answers the error that `start` rejects with, and sends the events that go with it. */
  function explain(failure: unknown, signal: AbortSignal): Error {
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
  async function lateness(ms: number, signal: AbortSignal): Promise<never> {
    await clock.sleep(ms, signal);
    throw exceptions.interfaceNotLoaded();
  }

  async function preflight(options?: PreflightOptions): Promise<PreflightReport> {
    const wait = new AbortController();
    try {
      const { checkDevice } = await Promise.race([loadCheck(), lateness(8_000, wait.signal)]);
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
