import type { SdkEventName, SdkEvents } from './sdk-events.ts';

/** Delivers events to all handlers of the page synchronously, in the order of emission. */
export interface Emitter {
  /**
   * Subscribes; a handler added twice runs once. Returns a function that unsubscribes.
   *
   * @throws TypeError for an unknown event name, or a handler that is not a function.
   */
  on<Name extends SdkEventName>(event: Name, handler: SdkEvents[Name]): () => void;
  /** Unsubscribes; ignores an unknown handler. */
  off<Name extends SdkEventName>(event: Name, handler: SdkEvents[Name]): void;
  emit<Name extends SdkEventName>(event: Name, ...values: Parameters<SdkEvents[Name]>): void;
}

type Handler = (...values: unknown[]) => void;

const names: readonly SdkEventName[] = ['opened', 'closed', 'started', 'completed', 'cancelled', 'error'];

/** @param report - called with the error of a handler; the other handlers and the flow continue. */
export function createEmitter(report: (error: unknown) => void): Emitter {
  // Never changed in place, so that unsubscribing during an event affects no other handler.
  let handlers: readonly (readonly [SdkEventName, Handler])[] = [];
  const waiting: [SdkEventName, ...unknown[]][] = [];
  const off: Emitter['off'] = (event, handler) => {
    handlers = handlers.filter(([name, known]) => name !== event || known !== handler);
  };
  return {
    on(event, handler) {
      if (!names.includes(event) || typeof handler !== 'function') {
        throw new TypeError(`'on' takes one of ${names} and a function.`);
      }
      off(event, handler);
      handlers = [...handlers, [event, handler as Handler]];
      return () => off(event, handler);
    },
    off,
    emit(...emitted) {
      // Events emitted by a handler are queued until all handlers have received the earlier ones; the running loop delivers
      // them.
      if (waiting.push(emitted) > 1) return;
      for (const [event, ...values] of waiting) {
        for (const [name, handler] of handlers) {
          try {
            if (name === event) handler(...values);
          } catch (error) {
            report(error);
          }
        }
      }
      waiting.length = 0;
    },
  };
}

/** Passes an error to the page's own error handling, as if it had not been caught. */
export function reportToPage(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
