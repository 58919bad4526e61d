import type { ClientInitResponse } from '@vendor/contract';
import { importUpload } from './api/service-client.ts';
import { browserPorts } from './browser-ports.ts';
import type { ParsedConfiguration } from './config/parse-configuration.ts';
import type { HandOffParts } from './hand-off/open-hand-off.tsx';
import type { FlowLanguage } from './i18n/flow-language.ts';
import type { ChoiceMemory, Clock, Ports } from './session/ports.ts';
import { createSession, type Session, type SessionStart } from './session/session.ts';
import { fetchTimeLimit } from './time-limit/fetch-time-limit.ts';
import { createDeferredUi, type DeferredUi, type DeferredUiOptions } from './ui/deferred-ui.tsx';

/** Options of `continueFlow`. */
export interface ContinueOptions
  extends Pick<SessionStart, 'started' | 'emit' | 'onLeft'>,
    Pick<DeferredUiOptions, 'adopt'> {
  readonly baseAddress: string;
  readonly configuration: ParsedConfiguration;
  /** Dependencies of the hand-off to a phone; null on a phone. */
  readonly handOff: Pick<HandOffParts, 'again' | 'onReturned'> | null;
  readonly init: ClientInitResponse;
  readonly language: FlowLanguage;
  readonly memory: ChoiceMemory;
  readonly clock: Clock;
}

/** A flow with its session and everything that draws it. */
export interface WholeFlow extends Pick<Session, 'run' | 'pause' | 'resume' | 'dispose'> {
  readonly actions: Session['view']['actions'];
  readonly ui: DeferredUi;
}

/**
 * Joins session and screens into the flow that follows the first screen. Loaded after the first screen was painted, so nothing on
 * the first screen may wait for it.
 *
 * @param createPorts - makes the ports, given the remembered state; only tests replace it.
 */
export function continueFlow(
  options: ContinueOptions,
  createPorts: (memory: ChoiceMemory) => Ports = (memory) =>
    browserPorts({ ...options, ...options.init, memory }),
): WholeFlow {
  const { init, language, clock, adopt, started, emit, onLeft, handOff } = options;
  const life = new AbortController();
  const { signal } = life;
  const session = createSession({
    requester: init.requester,
    state: init.state,
    started,
    emit,
    onLeft,
    ports: createPorts(memoryOf(options)),
  });
  return {
    actions: session.view.actions,
    ui: createDeferredUi({
      view: session.view,
      language,
      loadCollect: async () => {
        const [code] = await Promise.all([import('./steps/files/collect-files.ts'), importUpload()]);
        session.registerFileSteps(code);
        return code;
      },
      adopt,
      clock,
      interruption: fetchTimeLimit({
        limit: session.timeLimit,
        extend: (call) => session.extendTime(call),
        clock,
        signal,
      }),
      // The user has already asked for another code, or a phone holds the flow (`elsewhere`, `silent`).
      wantsPhone: () => handOff?.again || /^[es]/.test(`${session.told.value.handOff}`),
      // A service that reports no hand-off state does not support phones.
      loadHandOff:
        handOff && init.state.handOff
          ? async () => {
              const [code] = await Promise.all([
                import('./hand-off/open-hand-off.tsx'),
                language.loadTexts('handOff'),
              ]);
              return code.openHandOff({ ...init, ...session, ...options, ...handOff, signal });
            }
          : undefined,
      surroundings: { ...options, scope: window },
      signal,
    }),
    run() {
      session.run();
      if (init.wantsDevice) void sendDeviceReport(options, signal);
    },
    pause: () => session.pause(),
    resume: () => session.resume(),
    dispose() {
      life.abort();
      session.dispose();
    },
  };
}

/** Ignores the document types chosen on this page if a phone sent the pictures, because they may show another document. */
function memoryOf({ memory, handOff, init }: ContinueOptions): ChoiceMemory {
  const isSentByPhone = handOff?.again !== undefined && init.state.step?.stored.length;
  return isSentByPhone ? { ...memory, recall: () => null } : memory;
}

/** Sends the device report. If its code does not load, the flow continues and the service treats the report as not sent. */
function sendDeviceReport(
  { baseAddress, clock, init: { sessionKey } }: ContinueOptions,
  signal: AbortSignal,
) {
  return import('./device/report-device.ts').then(
    ({ reportDevice }) => reportDevice({ baseAddress, sessionKey, clock, signal, scope: globalThis }),
    () => {},
  );
}
