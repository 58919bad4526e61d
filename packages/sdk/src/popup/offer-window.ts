import { createPopupClient } from '../api/elsewhere/popup-client.ts';
import { isStartRefused } from '../config/exceptions.ts';
import type { ParsedConfiguration } from '../config/parse-configuration.ts';
import type { Emitter } from '../events/emitter.ts';
import type { FlowProblem, OfferStage, Screen } from '../flow/screen.ts';
import type { Clock, Farewell } from '../session/ports.ts';
import { ServiceFailure, type ServiceFailureKind } from '../session/service-failure.ts';
import { followWindow } from './follow-window.ts';
import { storableLook } from './storable-look.ts';
import { waitUntilShown } from './wait-until-shown.ts';
import { showWaitingSign } from './waiting-sign.ts';

/** Options and callbacks of the offer of a popup. */
export interface OfferOptions {
  readonly configuration: Pick<ParsedConfiguration, 'baseAddress' | 'language' | 'theme' | 'messages'>;
  /** Session key of this page, used for the first popup. */
  readonly sessionKey: string;
  /** Requests a new session, which replaces the last one. Rejects with a ServiceFailure or a StartRefused. */
  readonly renewSession: () => Promise<string>;
  readonly openWindow: () => Window | null;
  readonly createClient?: typeof createPopupClient;
  readonly farewell: Farewell;
  readonly clock: Clock;
  readonly emit: Emitter['emit'];
  /** Called when the flow is over and must be removed. */
  readonly onLeft: () => void;
  readonly show: (screen: Screen) => void;
}

/** The offer of a popup, and the wait for it. */
export interface WindowOffer {
  /** Opens a popup, replacing the previous one. Call it during the user's gesture. */
  open(): void;
  /** Leaves the flow, after a confirmation if the user has begun. */
  askToQuit(): void;
  stay(): void;
  leave(): void;
  dispose(): void;
}

/** An opened popup. */
interface Attempt {
  readonly popup: Window;
  readonly life: AbortController;
  release(): void;
}

/**
 * Continues a flow that this SDK cannot show on the hosted page, which knows every kind of step. The user opens it in a popup,
 * because browsers require a gesture. From then on, it behaves like a flow started in a popup. A ticket is valid for one popup
 * and one minute, and an unused popup ends its session: the next popup uses another session, and the previous one closes.
 */
export function offerWindow(options: OfferOptions): WindowOffer {
  const { configuration, renewSession, openWindow, createClient = createPopupClient } = options;
  const { farewell, clock, emit, onLeft, show } = options;
  let sessionKey: string | null = options.sessionKey;
  let attempt: Attempt | null = null;
  let isAsking = false;
  let started = false;
  let ended = false;

  const goTo = (stage: OfferStage) => {
    isAsking = false;
    show({ kind: 'hosted-page', stage });
  };
  /** Emits each event once, although each popup reports it again. */
  const emitOnce: Emitter['emit'] = (event, ...values) => {
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
    emitOnce('error', problem.code);
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
      // `closed` is reliable, because the popup is still empty and of our origin.
      if (!popup.closed) {
        popup.location.replace(address);
        const state = await waitUntilShown(service, signal);
        if (signal.aborted) return;
        if (state) return await followWindow({ service, state, emit: emitOnce, onLeft, signal });
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
      if (!started || ended || isAsking) return this.leave();
      isAsking = true;
      show({ kind: 'leaving' });
    },
    stay: () => goTo('opened'),
    leave() {
      if (!ended) {
        if (!attempt) farewell.cancel();
        emitOnce('cancelled');
      }
      onLeft();
    },
    dispose: drop,
  };
}

/** Returns the problem that ends the flow; null if a retry may help. */
function problemOf(failure: unknown): FlowProblem | null {
  if (isStartRefused(failure) ? failure.unauthorized : isOfKind(failure, 'unauthorized')) {
    return { kind: 'session-expired', code: 'error_code_3' };
  }
  return isOfKind(failure, 'taken-over') ? { kind: 'taken-over', code: 'unknown' } : null;
}

const isOfKind = (failure: unknown, kind: ServiceFailureKind) =>
  failure instanceof ServiceFailure && failure.kind === kind;
