import type { Configuration } from './config/configuration.ts';
import type { SdkEventName, SdkEvents } from './events/sdk-events.ts';
import type { PreflightOptions, PreflightReport } from './preflight/finding.ts';

/** The verification flow of a page. There is one, and at most one runs at a time. */
export interface Orchestration {
  /**
   * Starts the flow.
   *
   * @param configuration - the configuration, or the token alone.
   * @returns resolves once the flow is open, after `opened`. Rejects with an `Error` whose message is one of section 7.4
   *   of the API, or with an `AbortError` when `close` came first. It never throws, and a failure leaves nothing behind.
   * @example
   * await VendorOrchestration.start({ token, language: 'en' });
   */
  start(configuration: Configuration | string): Promise<void>;
  /**
   * Closes the flow, whatever it does; the camera stops at once. Safe to call at any time. A page that takes the flow, or
   * the container that holds it, out of its document closes it as well.
   *
   * @returns resolves after `closed`.
   */
  close(): Promise<void>;
  /**
   * Subscribes to an event; a handler added twice runs once. Handlers survive `close`.
   *
   * @returns a function that unsubscribes.
   * @throws TypeError for a name that no event has, and for a handler that is no function.
   */
  on<Name extends SdkEventName>(event: Name, handler: SdkEvents[Name]): () => void;
  /** Unsubscribes from an event; an unknown handler, or name, is no error. */
  off<Name extends SdkEventName>(event: Name, handler: SdkEvents[Name]): void;
  /**
   * Finds out whether a verification could take place here: page, browser, camera and the way to the service. It asks the
   * user for nothing and starts no flow; run it on a page of your own, or before you offer the verification.
   *
   * @param options - the address of the service; the configuration of `start` will do.
   * @returns within 20 seconds, what stands in the way, each with its remedy. It never rejects.
   * @example
   * const { ok, findings } = await VendorOrchestration.preflight({ baseUrl: 'https://verify.example.com' });
   * for (const { code, title, remedy } of findings) console.warn(code, title, remedy);
   */
  preflight(options?: PreflightOptions): Promise<PreflightReport>;
}
