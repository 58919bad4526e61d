import type { FlowEvent } from '../flow/flow-state.ts';
import { toFlowProblem } from './problem-of.ts';
import type { ServiceFailure } from './service-failure.ts';

/** Handles calls that failed after all retries. */
export interface FailureHandlers {
  /** Handles a failed call. */
  fail(failure: unknown): void;
  /** Handles a failure of the poll, which knows whether the session is over. */
  failForGood(failure: unknown): void;
  /**
   * While a session swap is pending, holds "session over" failures until `ask()` settles. They count only if no new session
   * arrived.
   *
   * @param ask - null: no swap is pending any longer.
   */
  whileExchanged(ask: (() => Promise<unknown>) | null): void;
}

/** @param signal - signal of the session; failures after its end are ignored. */
export function createFailureHandlers(
  dispatch: (event: FlowEvent) => void,
  signal: AbortSignal,
): FailureHandlers {
  let askExchange: (() => Promise<unknown>) | null = null;

  function failForGood(failure: unknown): void {
    if (signal.aborted) return;
    const { kind } = failure as Partial<ServiceFailure>;
    // Only these failures say that the session is over, and that another may have replaced it.
    const ask = kind === 'taken-over' || kind === 'unauthorized' ? askExchange : null;
    if (ask) {
      const again = () => {
        if (askExchange === ask) askExchange = null;
        failForGood(failure);
      };
      void ask().then(again, again);
    } else {
      // A failure without a kind is not one of the service, for example code that did not load.
      const unreached = !kind || kind === 'unavailable';
      dispatch({ kind: 'failed', problem: toFlowProblem(failure), unreached });
    }
  }

  return {
    failForGood,
    fail(failure) {
      // A phone may just have taken over the flow of this page: the poll knows whether the session is over.
      if ((failure as Partial<ServiceFailure>).kind !== 'taken-over') failForGood(failure);
    },
    whileExchanged(ask) {
      askExchange = ask;
    },
  };
}
