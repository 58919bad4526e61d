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
   * Answers what has happened in the window, once there is something new.
   *
   * @param afterSeq - the newest state already known; -1 when none is.
   * @throws ServiceFailure when the session is not ours any more.
   */
  news(afterSeq: number, signal: AbortSignal): Promise<PopupState>;
  /**
   * Tells that the page is done with the window: at once, by a request that outlives the page, and again for as long as the
   * page lives until the service has answered or the session is over. Never rejects.
   */
  release(signal?: AbortSignal): Promise<void>;
}
