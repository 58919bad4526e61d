import type { FlowEvent } from '../flow/flow-state.ts';
import { toFlowProblem } from './problem-of.ts';
import type { ServiceFailure } from './service-failure.ts';

/** Handles calls that failed after all retries. */
export interface Failing {
  /** A call has failed. */
  fail(failure: unknown): void;
  /** So has the poll, which knows whether the session is over. */
  failForGood(failure: unknown): void;
  /**
   * The session may be exchanged for another: a failure that says that this one is over waits for what `ask` answers, and counts when
   * that has not brought the other. Null: it is not.
   */
  whileExchanged(ask: (() => Promise<unknown>) | null): void;
}

/** @param signal - of the session: past its end no failure counts. */
export function createFailing(dispatch: (event: FlowEvent) => void, signal: AbortSignal): Failing {
  let askExchange: (() => Promise<unknown>) | null = null;

  function failForGood(failure: unknown): void {
    if (signal.aborted) return;
    const { kind } = failure as Partial<ServiceFailure>;
    // Nothing else says that this session is over, and that another may have taken its place.
    const ask = kind === 'taken-over' || kind === 'unauthorized' ? askExchange : null;
    if (ask) {
      const again = () => {
        if (askExchange === ask) askExchange = null;
        failForGood(failure);
      };
      void ask().then(again, again);
    } else dispatch({ kind: 'failed', problem: toFlowProblem(failure), unreached: kind === 'unavailable' });
  }

  return {
    failForGood,
    fail(failure) {
      // So does a call of a page whose flow a phone has just taken: the poll knows whether the session is over.
      if ((failure as Partial<ServiceFailure>).kind !== 'taken-over') failForGood(failure);
    },
    whileExchanged(ask) {
      askExchange = ask;
    },
  };
}
