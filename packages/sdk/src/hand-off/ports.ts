import type { FlowLook, HandOffOffer, HandOffReturn } from '@vendor/contract';

/** The service, for a page that hands its flow to a phone. */
export interface HandOffService {
  /** Requests the address for a phone, which invalidates the previous one. @throws ServiceFailure */
  offer(look: FlowLook, signal: AbortSignal): Promise<HandOffOffer>;
  /**
   * Takes the flow back from a phone. A repeated call returns the same session.
   *
   * @param isBackground - retries for as long as a code is valid, because no user waits for the answer.
   * @throws ServiceFailure
   */
  takeBack(signal: AbortSignal, isBackground: boolean): Promise<HandOffReturn>;
  /**
   * Invalidates the code by a request that outlives the page. While the page lives, retries until the service has answered, the
   * session is over, or ten minutes have passed. Never rejects.
   */
  release(): Promise<void>;
}
