import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { ClientState, FlowLook, HandOffReturn } from '@vendor/contract';
import { isLastCheckRunning } from '../flow/checked-at-last.ts';
import type { HandOffStage } from '../flow/screen.ts';
import type { Clock } from '../session/ports.ts';
import type { ServiceFailure } from '../session/service-failure.ts';
import type { HandOffService } from './ports.ts';

/** Minimum time that a code stays visible, in ms: enough to scan it, and a limit on the rate of requests. */
const minShownMs = 5_000;

/** Time-out for the service to learn that the user has begun, in ms; after it, an error with a retry is shown. */
const beginTimeoutMs = 8_000;

/** Options of a hand-off. */
export interface HandOffOptions {
  readonly service: HandOffService;
  /** The last state received from the service. */
  readonly told: ReadonlySignal<ClientState>;
  /** Returns language, theme and texts for the flow on the phone. */
  readonly look: () => FlowLook;
  readonly clock: Clock;
  /** Returns whether the page is visible; an expired code is replaced automatically only then. */
  readonly isVisible: () => boolean;
  /** Called when the flow is back on this page, in a new session. `again`: the user wants another code immediately. */
  readonly onReturned: (session: HandOffReturn, again: boolean) => void;
  /** Session key of this page. Taking back an unclaimed hand-off returns the same key. */
  readonly sessionKey: string;
  /** While a session swap is pending, "session over" failures wait for `ask`. Null: no swap is pending. */
  readonly whileExchanged: (ask: (() => Promise<unknown>) | null) => void;
  /** Ends the hand-off, and takes back any code that is still valid. */
  readonly signal: AbortSignal;
}

/** A hand-off to a phone, from the first request until the flow is back on this page or has ended. */
export interface HandOff {
  /** Null while the flow is on this page. */
  readonly stage: ReadonlySignal<HandOffStage | null>;
  /** State of taking the flow back. */
  readonly return: ReadonlySignal<'none' | 'asked' | 'failed'>;
  /** Shows a code, replacing the previous one. */
  offer(): void;
  /** Continues the flow on this page. `again`: another code is shown immediately afterwards. */
  continueHere(again?: boolean): void;
}

/** Creates the model of a hand-off without sending a request. */
export function createHandOff(options: HandOffOptions): HandOff {
  const { service, told, look, clock, isVisible, onReturned, whileExchanged, signal: life } = options;
  /** Null while no code is shown. */
  const code = signal<Extract<HandOffStage, { of: 'offer' }>['code'] | null>(null);
  const returning = signal<'none' | 'asked' | 'failed'>('none');
  /** Lasts while one code after another is offered; aborted and replaced when that ends. */
  let round = new AbortController();
  const isOnPhone = () => told.value.handOff === 'elsewhere' || told.value.handOff === 'silent';

  const endRound = () => {
    round.abort();
    round = new AbortController();
    return round.signal;
  };

  /** Shows one code after another, until the round ends or the page is hidden. */
  async function showCodes(signal: AbortSignal): Promise<void> {
    try {
      do {
        code.value = 'coming';
        await Promise.race([waitUntilBegun(signal), clock.sleep(beginTimeoutMs, signal)]);
        if (signal.aborted) return;
        if (!told.peek().begun) throw new Error('The service did not record the start.');
        const { url, pairingCode, timeLeftMs } = await service.offer(look(), signal);
        if (signal.aborted) return;
        code.value = { url, pairingCode };
        await clock.sleep(Math.max(minShownMs, timeLeftMs), signal);
        if (signal.aborted) return;
      } while (isVisible());
      code.value = 'expired';
    } catch {
      // The poll reports it if the session is over.
      if (!signal.aborted) code.value = 'failed';
    }
  }

  /**
   * Waits until the service knows that the user has begun. If a phone claimed the flow earlier, the service would reject the
   * page's `begin` as that of another session.
   */
  async function waitUntilBegun(signal: AbortSignal): Promise<void> {
    let stopWatching = () => {};
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      stopWatching = effect(() => {
        if (told.value.begun) resolve();
      });
    });
    stopWatching();
  }

  /** @param retrySignal - aborts the retries of a call that no user waits for; absent if a user waits. */
  async function takeBack(again: boolean, retrySignal?: AbortSignal): Promise<void> {
    if (returning.peek() === 'asked') return;
    returning.value = 'asked';
    const exchange = service.takeBack(retrySignal ?? life, retrySignal !== undefined);
    whileExchanged(() => exchange);
    try {
      const session = await exchange;
      if (life.aborted) return;
      returning.value = 'none';
      // No phone had claimed it: the session is unchanged and continues.
      if (session.sessionKey === options.sessionKey) return whileExchanged(null);
      life.removeEventListener('abort', end);
      end(false);
      onReturned(session, again);
    } catch (failure) {
      if (life.aborted) return;
      // If no phone held the flow, there was nothing to take back; and if a phone has just claimed the code, the user did not
      // wait for this call.
      returning.value = isOnPhone() && !retrySignal?.aborted ? 'failed' : 'none';
      // A lost answer may have replaced this session, even if a captive portal answered the retry. The next failure that would
      // end the session asks once more.
      const { kind } = failure as Partial<ServiceFailure>;
      const isDecided = retrySignal === life || kind === 'taken-over' || kind === 'unauthorized';
      whileExchanged(isDecided ? null : () => takeBack(again, life));
    }
  }

  const stop = effect(() => {
    // Hides the code once a phone has claimed it, and requests no further one.
    if (!isOnPhone()) return;
    endRound();
    code.value = null;
  });

  /** @param shouldRelease - false if the flow is back; the event if the signal aborts. */
  function end(shouldRelease: Event | false): void {
    stop();
    endRound();
    const isOut = code.peek() !== null || returning.peek() === 'asked' || isOnPhone();
    // The final check needs neither the phone nor this page.
    if (shouldRelease && isOut && told.peek().awaiting !== 'none' && !isLastCheckRunning(told.peek()))
      void service.release();
  }
  life.addEventListener('abort', end);

  return {
    stage: computed(() => {
      if (isOnPhone()) return phoneStage(told.value);
      return code.value === null || told.value.awaiting !== 'user' ? null : { of: 'offer', code: code.value };
    }),
    return: returning,
    offer() {
      // The failure concerned the previous phone.
      if (returning.peek() === 'failed') returning.value = 'none';
      void showCodes(endRound());
    },
    continueHere(again = false) {
      if (isOnPhone()) return void takeBack(again);
      const wasOut = code.peek() !== null;
      const retrySignal = endRound();
      code.value = null;
      // A phone may already have claimed the code before this page was told, or may still claim it.
      if (wasOut) void takeBack(false, retrySignal);
    },
  };
}

/** Returns what the user is doing on the phone. */
function phoneStage({ handOff, awaiting, step, progress: { done, total } }: ClientState): HandOffStage {
  return {
    of: handOff === 'silent' ? 'silent' : 'phone',
    at: awaiting === 'checks' ? 'checks' : (step?.kind ?? 'other'),
    step: Math.min(done + 1, total),
    steps: total,
  };
}
