import type { FlowLook, HandOffOffer, HandOffReturn } from '@vendor/contract';

/** The service, as a page needs it that hands its flow over to a phone. */
export interface HandOffService {
  /**
   * Asks for the address at which a phone goes on. The one before is good no more.
   *
   * @throws ServiceFailure
   */
  offer(look: FlowLook, signal: AbortSignal): Promise<HandOffOffer>;
  /**
   * Takes the flow back, from a phone that has it. Asked again it answers the same.
   *
   * @param isPatient - nobody waits for it: it is tried for as long as a code is good.
   * @throws ServiceFailure
   */
  takeBack(signal: AbortSignal, isPatient: boolean): Promise<HandOffReturn>;
  /**
   * Tells that nobody shall go on on a phone any more: at once, by a request that outlives the page, and again while the page
   * lives until the service has answered, the session is over, or ten minutes have passed. Never rejects.
   */
  release(): Promise<void>;
}
