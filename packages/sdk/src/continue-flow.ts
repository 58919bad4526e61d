import type { ClientInitResponse } from '@vendor/contract';
import { browserPorts } from './browser-ports.ts';
import type { FlowLanguage } from './i18n/flow-language.ts';
import type { ChoiceMemory, Clock, Ports } from './session/ports.ts';
import { createSession, type Session, type SessionStart } from './session/session.ts';
import { createLaterUi, type LaterUi, type LaterUiOptions } from './ui/later-ui.tsx';

/** What a flow goes on with. */
export interface ContinueOptions
  extends Pick<SessionStart, 'started' | 'emit' | 'onLeft'>,
    Pick<LaterUiOptions, 'adopt'> {
  readonly baseAddress: string;
  readonly init: ClientInitResponse;
  readonly language: FlowLanguage;
  readonly memory: ChoiceMemory;
  readonly clock: Clock;
}

/** A flow that has its session, and all that draws it. */
export interface WholeFlow extends Pick<Session, 'run' | 'pause' | 'resume' | 'dispose'> {
  readonly actions: Session['view']['actions'];
  readonly ui: LaterUi;
}

/**
 * Joins the parts into the flow as it goes on from the first screen: the session and what draws it. Loaded once the first
 * screen has been painted; nothing that the first screen needs may wait for it.
 *
 * @param createPorts - makes the world outside; the browser's, but for tests.
 */
export function continueFlow(
  options: ContinueOptions,
  createPorts: () => Ports = () => browserPorts({ ...options, sessionKey: options.init.sessionKey }),
): WholeFlow {
  const { init, language, clock, adopt, started, emit, onLeft } = options;
  const life = new AbortController();
  const session = createSession({
    requester: init.requester,
    state: init.state,
    started,
    emit,
    onLeft,
    ports: createPorts(),
  });
  return {
    actions: session.view.actions,
    ui: createLaterUi({
      view: session.view,
      loadTexts: language.loadCaptureTexts,
      adopt,
      clock,
      surroundings: { scope: window, baseAddress: options.baseAddress },
      signal: life.signal,
    }),
    run: () => session.run(),
    pause: () => session.pause(),
    resume: () => session.resume(),
    dispose() {
      life.abort();
      session.dispose();
    },
  };
}
