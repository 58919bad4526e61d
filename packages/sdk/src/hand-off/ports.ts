import type { FlowLook, HandOffOffer, HandOffReturn } from '@vendor/contract';

/** The service, as a page needs it that hands its flow over to a phone. */
export interface HandOffService {
  /** Requests the address for a phone, which invalidates the previous one. @throws ServiceFailure */
  offer(look: FlowLook, signal: AbortSignal): Promise<HandOffOffer>;
  /**
   * Takes the flow back from a phone. Repeating the call returns the same.
   *
   * @param isPatient - nobody waits for it: it is retried for as long as a code is valid.
   * @throws ServiceFailure
   */
  takeBack(signal: AbortSignal, isPatient: boolean): Promise<HandOffReturn>;
  /**
   * Invalidates the code: at once, by a request that outlives the page, and with retries while the page lives until the service
   * has answered, the session is over, or ten minutes have passed. Never rejects.
   */
  release(): Promise<void>;
}
