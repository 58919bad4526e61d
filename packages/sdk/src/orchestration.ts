import type { Configuration } from './config/configuration.ts';
import type { SdkEventName, SdkEvents } from './events/sdk-events.ts';
import type { PreflightOptions, PreflightReport } from './preflight/finding.ts';

/** The verification flow of a page; at most one runs at a time. */
export interface Orchestration {
  /**
   * Starts the flow.
   *
   * @param configuration - the configuration, or only the token.
   * @returns a promise that resolves once the flow is open, after `opened`. It rejects with an `Error` whose message is one of
   *   section 7.4 of the API, or with an `AbortError` if `close` was called first. Never throws synchronously; a failure leaves
   *   nothing behind.
   * @example
   * await VendorOrchestration.start({ token, language: 'en' });
   */
  start(configuration: Configuration | string): Promise<void>;
  /**
   * Closes the flow at any stage and stops the camera immediately. Safe to call at any time. Removing the flow, or the
   * container that holds it, from the document closes the flow as well.
   *
   * @returns a promise that resolves after `closed`.
   */
  close(): Promise<void>;
  /**
   * Subscribes to an event; a handler added twice runs once. Handlers survive `close`.
   *
   * @returns a function that unsubscribes.
   * @throws TypeError for an unknown event name, or a handler that is not a function.
   */
  on<Name extends SdkEventName>(event: Name, handler: SdkEvents[Name]): () => void;
  /** Unsubscribes from an event; ignores an unknown handler or name. */
  off<Name extends SdkEventName>(event: Name, handler: SdkEvents[Name]): void;
  /**
   * Checks whether a verification could run here: page, browser, camera and connection to the service. Asks the user for
   * nothing and starts no flow. Run it on a page of your own, or before you offer the verification.
   *
   * @param options - the address of the service; the configuration of `start` is accepted, too.
   * @returns within 20 seconds, the obstacles, each with a remedy. Never rejects.
   * @example
   * const { ok, findings } = await VendorOrchestration.preflight({ baseUrl: 'https://verify.example.com' });
   * for (const { code, title, remedy } of findings) console.warn(code, title, remedy);
   */
  preflight(options?: PreflightOptions): Promise<PreflightReport>;
}
