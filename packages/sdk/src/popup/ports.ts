import type { FlowLook, PopupState } from '@vendor/contract';

/** The service, as the page that has opened a window needs it. */
export interface PopupService {
  /**
   * Asks for the address that the window is to go to.
   *
   * @throws ServiceFailure
   */
  open(look: FlowLook, signal: AbortSignal): Promise<string>;
  /**
   * Returns the state of the window, once there is a new one.
   *
   * @param afterSeq - newest known state; -1 for none.
   * @throws ServiceFailure if the session ended.
   */
  news(afterSeq: number, signal: AbortSignal): Promise<PopupState>;
  /**
   * Tells that the page is done with the window: at once, by a request that outlives the page, and again for as long as the
   * page lives until the service has answered or the session is over. Never rejects.
   */
  release(signal?: AbortSignal): Promise<void>;
}
