import type { ClientState } from '@vendor/contract';
import type { SdkEventName, SdkEvents } from '../events/sdk-events.ts';
import { progressOf } from '../flow/progress-of.ts';
import type { Screen } from '../flow/screen.ts';
import { welcomeFlow } from '../flow/welcome-flow.ts';
import { welcomeScreen } from '../steps/known-steps.ts';
import { recallChoice } from './choice-memory.ts';
import { loadWhenOnline } from './load-with-retry.ts';
import type { ChoiceMemory, Clock, Farewell } from './ports.ts';
import type { FrameView } from './view.ts';

/** Options and callbacks of the first screen. */
export interface FirstScreenStart {
  readonly requester: string;
  /** First state of the session, which awaits the user. */
  readonly state: ClientState;
  readonly memory: ChoiceMemory;
  readonly farewell: Farewell;
  readonly clock: Clock;
  readonly emit: <Name extends SdkEventName>(event: Name, ...values: Parameters<SdkEvents[Name]>) => void;
  /** Called when the user has left and the screen must be removed. */
  readonly onLeft: () => void;
  /** Draws the view, at first and after each change. */
  readonly show: (view: FrameView) => void;
}

/** The flow until its session has loaded. */
export interface FirstScreen {
  /** Aborts when the wait for the rest of the flow is over. */
  readonly signal: AbortSignal;
  /**
   * Waits for the rest of the flow.
   *
   * @param load - imports it.
   * @returns null if the flow has ended before.
   */
  waitFor<Code>(load: () => Promise<Code>): Promise<Code | null>;
  /** Does the same as the button of the welcome screen. */
  begin(): void;
  /** Returns whether the user has begun meanwhile. */
  hasBegun(): boolean;
  /** Returns whether the user is being asked to confirm leaving. */
  isAsked(): boolean;
  /** Ends the flow before its session has loaded. Safe to call twice. */
  dispose(): void;
}

/**
 * Shows the welcome while the session and its screens load. If the user begins earlier, the button is busy until they have
 * loaded; if they cannot be loaded, the flow ends in a problem. Defers everything else: uses no signals, stages or answers of
 * the service.
 */
export function openFirstScreen(start: FirstScreenStart): FirstScreen {
  const { requester, state, memory, farewell, clock, emit, onLeft, show } = start;
  const life = new AbortController();
  // Reads the remembered choice only of a flow that was begun before: without one, the user need not wait for the storage.
  const flow = welcomeFlow(requester, state, state.begun ? recallChoice(memory, state) : null);
  const welcome = welcomeScreen(flow);
  let begun = false;
  let isAsking = false;
  /** Ends the pause between attempts to load the rest. */
  let retryNow: (() => void) | undefined;
  let hasReported = false;

  const draw = (screen: Screen) =>
    show({
      screen: still(screen),
      progress: still(progressOf(flow)),
      canGoBack: still(false),
      quitAsked: still(isAsking),
      actions,
    });

  const drawWaiting = () => draw(isAsking ? { kind: 'leaving' } : { ...welcome, busy: true });

  function leave(): void {
    hasReported = true;
    farewell.cancel();
    emit('cancelled');
    onLeft();
  }

  function fail(): void {
    life.abort();
    isAsking = false;
    draw({ kind: 'problem', problem: { kind: 'capture-unavailable', code: 'error_code_4' } });
    emit('error', 'error_code_4');
  }

  const actions: FrameView['actions'] = {
    begin() {
      if (begun) return;
      begun = true;
      emit('started');
      if (life.signal.aborted) return;
      retryNow?.();
      drawWaiting();
    },
    askToQuit() {
      if (!begun) return leave();
      isAsking = true;
      drawWaiting();
    },
    confirmQuit: leave,
    cancelQuit() {
      isAsking = false;
      drawWaiting();
    },
    finish: onLeft,
    back() {},
  };

  draw(welcome);
  return {
    signal: life.signal,
    waitFor: (load) =>
      loadWhenOnline(load, {
        clock,
        signal: life.signal,
        onMissing(endPause) {
          retryNow = endPause;
          if (begun) fail();
        },
      }).finally(() => life.abort()),
    begin: actions.begin,
    hasBegun: () => begun,
    isAsked: () => isAsking,
    dispose() {
      life.abort();
      if (!hasReported) farewell.leave();
      hasReported = true;
    },
  };
}

/** Wraps a constant in the interface of a signal. */
function still<T>(value: T) {
  return { value, peek: () => value };
}
