import { createPopupClient } from '../api/elsewhere/popup-client.ts';
import { isStartRefused } from '../config/exceptions.ts';
import type { ParsedConfiguration } from '../config/parse-configuration.ts';
import type { Emitter } from '../events/emitter.ts';
import type { FlowProblem, OfferStage, Screen } from '../flow/screen.ts';
import type { Clock, Farewell } from '../session/ports.ts';
import { ServiceFailure, type ServiceFailureKind } from '../session/service-failure.ts';
import { followWindow } from './follow-window.ts';
import { waitUntilShown } from './shown-in.ts';
import { storableLook } from './storable-look.ts';
import { showWaitingSign } from './waiting-sign.ts';

/** Options of the offer of a window, and the functions that it reports to. */
export interface OfferOptions {
  readonly configuration: Pick<ParsedConfiguration, 'baseAddress' | 'language' | 'theme' | 'messages'>;
  /** The session of this page: good for the first window. */
  readonly sessionKey: string;
  /** Asks for another session, which takes the place of the last. Rejects with a ServiceFailure, or a StartRefused. */
  readonly renewSession: () => Promise<string>;
  readonly openWindow: () => Window | null;
  readonly createClient?: typeof createPopupClient;
  readonly farewell: Farewell;
  readonly clock: Clock;
  readonly emit: Emitter['emit'];
  /** The flow is over, wherever it was: it is to be taken away. */
  readonly onLeft: () => void;
  readonly show: (screen: Screen) => void;
}

/** A page that offers a window of the service, and waits for it. */
export interface WindowOffer {
  /** In the user's gesture: opens the window, or another one in place of it. */
  open(): void;
  /** Asks before a check that has begun is left, and leaves any other. */
  askToQuit(): void;
  stay(): void;
  leave(): void;
  dispose(): void;
}

/** A window that was opened. */
interface Attempt {
  readonly popup: Window;
  readonly life: AbortController;
  release(): void;
}

/**
 * Leads a flow that this SDK cannot show to the service's own page, which knows every kind of step, in a window that the user
 * opens, because browsers open none without a gesture. From then on it behaves like a flow started in a window. A ticket is valid
 * for one window and a minute, and an unused window takes its session with it: the next window uses another session, and the
 * previous one closes.
 */
export function offerWindow(options: OfferOptions): WindowOffer {
  const { configuration, renewSession, openWindow, createClient = createPopupClient } = options;
  const { farewell, clock, emit, onLeft, show } = options;
  let sessionKey: string | null = options.sessionKey;
  let attempt: Attempt | null = null;
  let asked = false;
  let started = false;
  let ended = false;

  const goTo = (stage: OfferStage) => {
    asked = false;
    show({ kind: 'hosted-page', stage });
  };
  /** Emits each event once, although each window reports it again. */
  const tell: Emitter['emit'] = (event, ...values) => {
    if (event === 'started') {
      if (started) return;
      started = true;
    } else ended = true;
    emit(event, ...values);
  };
  const drop = () => {
    attempt?.life.abort();
    attempt?.release();
    attempt?.popup.close();
    attempt = null;
  };
  const fail = (failure: unknown) => {
    drop();
    const problem = problemOf(failure);
    if (!problem) return goTo('failed');
    tell('error', problem.code);
    show({ kind: 'problem', problem });
  };

  async function follow(opened: Attempt): Promise<void> {
    const { popup, life } = opened;
    const { signal } = life;
    try {
      const key = sessionKey ?? (await renewSession());
      sessionKey = null;
      const service = createClient({ baseAddress: configuration.baseAddress, sessionKey: key, clock });
      const address = await service.open(storableLook(configuration), signal);
      opened.release = () => void service.release();
      if (signal.aborted) return opened.release();
      // The window is still ours and empty, so its handle tells the truth.
      if (!popup.closed) {
        popup.location.replace(address);
        const state = await waitUntilShown(service, signal);
        if (signal.aborted) return;
        if (state) return await followWindow({ service, state, emit: tell, onLeft, signal });
      }
      drop();
      goTo('offered');
    } catch (failure) {
      if (!signal.aborted) fail(failure);
    }
  }

  goTo('offered');
  return {
    open() {
      if (ended) return;
      const popup = openWindow();
      if (!popup) return goTo('blocked');
      drop();
      showWaitingSign(popup);
      attempt = { popup, life: new AbortController(), release() {} };
      goTo('opened');
      void follow(attempt);
    },
    askToQuit() {
      if (!started || ended || asked) return this.leave();
      asked = true;
      show({ kind: 'leaving' });
    },
    stay: () => goTo('opened'),
    leave() {
      if (!ended) {
        if (!attempt) farewell.cancel();
        tell('cancelled');
      }
      onLeft();
    },
    dispose: drop,
  };
}

/** Answers the problem that ends the flow here; null where trying again may help. */
function problemOf(failure: unknown): FlowProblem | null {
  if (isStartRefused(failure) ? failure.unauthorized : isOfKind(failure, 'unauthorized')) {
    return { kind: 'session-expired', code: 'error_code_3' };
  }
  return isOfKind(failure, 'taken-over') ? { kind: 'taken-over', code: 'unknown' } : null;
}

const isOfKind = (failure: unknown, kind: ServiceFailureKind) =>
  failure instanceof ServiceFailure && failure.kind === kind;
