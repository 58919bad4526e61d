import type { SdkEventName, SdkEvents } from './sdk-events.ts';

/** Delivers events to the page's handlers. */
export interface Emitter {
  /**
   * Subscribes; a handler added twice runs once. Returns a function that unsubscribes.
   *
   * @throws TypeError for a name that no event has, and for a handler that is no function.
   */
  on<Name extends SdkEventName>(event: Name, handler: SdkEvents[Name]): () => void;
  /** Unsubscribes; an unknown handler is no error. */
  off<Name extends SdkEventName>(event: Name, handler: SdkEvents[Name]): void;
  emit<Name extends SdkEventName>(event: Name, ...values: Parameters<SdkEvents[Name]>): void;
}

type Handler = (...values: unknown[]) => void;

const names: readonly SdkEventName[] = ['opened', 'closed', 'started', 'completed', 'cancelled', 'error'];

/**
 * @param report - told what a handler threw; the other handlers and the flow go on.
 */
export function createEmitter(report: (error: unknown) => void): Emitter {
  const handlers = new Map(names.map((name) => [name, new Set<Handler>()]));
  const off: Emitter['off'] = (event, handler) => {
    handlers.get(event)?.delete(handler as Handler);
  };
  return {
    on(event, handler) {
      const known = handlers.get(event);
      if (!known || typeof handler !== 'function') {
        throw new TypeError(`'on' takes a function and one of ${names}.`);
      }
      known.add(handler as Handler);
      return () => off(event, handler);
    },
    off,
    emit(event, ...values) {
      for (const handler of Array.from(handlers.get(event) ?? [])) {
        try {
          handler(...values);
        } catch (error) {
          report(error);
        }
      }
    },
  };
}

/** Hands an error to the page's own error handling, as if it had not been caught. */
export function reportToPage(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
