import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { ClientState, FlowLook, HandOffReturn } from '@vendor/contract';
import { isCheckedAtLast } from '../flow/checked-at-last.ts';
import type { HandOffStage } from '../flow/screen.ts';
import type { Clock } from '../session/ports.ts';
import type { ServiceFailure } from '../session/service-failure.ts';
import type { HandOffService } from './ports.ts';

/** Minimum time that a code stays visible, in ms: enough to scan it, and a limit on the rate of requests. */
const leastShownMs = 5_000;

/** Time for the service to learn that the user has begun, in ms; then an error with a retry is shown. */
const longestBeginMs = 8_000;

/** Options that a hand-off is kept with. */
export interface HandOffOptions {
  readonly service: HandOffService;
  /** The last state that the service told. */
  readonly told: ReadonlySignal<ClientState>;
  /** How the flow is to look and speak on the phone. */
  readonly look: () => FlowLook;
  readonly clock: Clock;
  /** Whether anybody can see the page: only then a code that has expired is replaced by itself. */
  readonly isVisible: () => boolean;
  /** The flow is here again, in another session; `again`: the user wants another code at once. */
  readonly onReturned: (session: HandOffReturn, again: boolean) => void;
  /** Key of this page's session. Taking back an unclaimed hand-off returns the same key. */
  readonly sessionKey: string;
  /** The session may be exchanged for another: before it counts as over `ask` finds out. Null: it is not. */
  readonly whileExchanged: (ask: (() => Promise<unknown>) | null) => void;
  /** Ends it: whatever is out is called back. */
  readonly signal: AbortSignal;
}

/** A hand-off to a phone, from the first wish until the flow is here again or has ended. */
export interface HandOff {
  /** Null while the flow is here. */
  readonly stage: ReadonlySignal<HandOffStage | null>;
  /** How taking back fares. */
  readonly return: ReadonlySignal<'none' | 'asked' | 'failed'>;
  /** Shows a code, or a new one in place of the last. */
  offer(): void;
  /** The flow goes on here; `again`: only until another phone has it. */
  goOnHere(again?: boolean): void;
}

/** Makes the model of a hand-off. Making it asks for nothing. */
export function createHandOff(options: HandOffOptions): HandOff {
  const { service, told, look, clock, isVisible, onReturned, whileExchanged, signal: life } = options;
  /** Null while no code is shown. */
  const code = signal<Extract<HandOffStage, { of: 'offer' }>['code'] | null>(null);
  const returning = signal<'none' | 'asked' | 'failed'>('none');
  let round = new AbortController();
  const isOnPhone = () => told.value.handOff === 'elsewhere' || told.value.handOff === 'silent';

  const endRound = () => {
    round.abort();
    round = new AbortController();
    return round.signal;
  };

  /** Shows one code after the other, until the round ends or nobody looks. */
  async function showCodes(signal: AbortSignal): Promise<void> {
    try {
      do {
        code.value = 'coming';
        await Promise.race([begun(signal), clock.sleep(longestBeginMs, signal)]);
        if (signal.aborted) return;
        if (!told.peek().begun) throw new Error('The service does not know of the begin.');
        const { url, pairingCode, timeLeftMs } = await service.offer(look(), signal);
        if (signal.aborted) return;
        code.value = { url, pairingCode };
        await clock.sleep(Math.max(leastShownMs, timeLeftMs), signal);
        if (signal.aborted) return;
      } while (isVisible());
      code.value = 'expired';
    } catch {
      // The poll reports it if the session is over.
      if (!signal.aborted) code.value = 'failed';
    }
  }

  /** A phone that claimed the flow before the service heard of its begin would have that taken for another session's. */
  async function begun(signal: AbortSignal): Promise<void> {
    let stopWatching = () => {};
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      stopWatching = effect(() => {
        if (told.value.begun) resolve();
      });
    });
    stopWatching();
  }

  /** @param patience - ends the retries of a call that nobody waits for. */
  async function takeBack(again: boolean, patience?: AbortSignal): Promise<void> {
    if (returning.peek() === 'asked') return;
    returning.value = 'asked';
    const exchange = service.takeBack(patience ?? life, patience !== undefined);
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
      // Without a phone there was nothing to take back, and the flow is here; and a code that a phone has just used was nothing
      // that the user waited for.
      returning.value = isOnPhone() && !patience?.aborted ? 'failed' : 'none';
      // A lost answer may have replaced this session, whatever a captive portal answered to the next try. The next call that
      // matters finds out, once.
      const { kind } = failure as Partial<ServiceFailure>;
      const isDecided = patience === life || kind === 'taken-over' || kind === 'unauthorized';
      whileExchanged(isDecided ? null : () => takeBack(again, life));
    }
  }

  const stop = effect(() => {
    // Hides the code once a phone has scanned it, and offers no further one.
    if (!isOnPhone()) return;
    endRound();
    code.value = null;
  });

  function end(isCalledBack: unknown): void {
    stop();
    endRound();
    const isOut = code.peek() !== null || returning.peek() === 'asked' || isOnPhone();
    // The final check needs nobody, neither the phone nor this page.
    if (isCalledBack && isOut && told.peek().awaiting !== 'none' && !isCheckedAtLast(told.peek()))
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
      // Concerns the previous phone, not the next one.
      if (returning.peek() === 'failed') returning.value = 'none';
      void showCodes(endRound());
    },
    goOnHere(again = false) {
      if (isOnPhone()) return void takeBack(again);
      const wasOut = code.peek() !== null;
      const patience = endRound();
      code.value = null;
      // A phone may have agreed just now, before this page has heard of it, or may still do so with the code it has seen.
      if (wasOut) void takeBack(false, patience);
    },
  };
}

/** Answers what the user does on the phone. */
function phoneStage({ handOff, awaiting, step, progress: { done, total } }: ClientState): HandOffStage {
  return {
    of: handOff === 'silent' ? 'silent' : 'phone',
    at: awaiting === 'checks' ? 'checks' : (step?.kind ?? 'other'),
    step: Math.min(done + 1, total),
    steps: total,
  };
}
