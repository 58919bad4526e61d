import type { FlowLook, PopupState } from '@vendor/contract';

/** The service, for a page that has opened a popup. */
export interface PopupService {
  /**
   * Requests the address of the popup.
   *
   * @throws ServiceFailure
   */
  open(look: FlowLook, signal: AbortSignal): Promise<string>;
  /**
   * Returns the state of the popup once it is newer than `afterSeq`.
   *
   * @param afterSeq - newest known state; -1 for none.
   * @throws ServiceFailure if the session ended.
   */
  news(afterSeq: number, signal: AbortSignal): Promise<PopupState>;
  /**
   * Reports that the page no longer needs the popup, by a request that outlives the page. While the page lives, retries until
   * the service has answered or the session is over. Never rejects.
   */
  release(signal?: AbortSignal): Promise<void>;
}
