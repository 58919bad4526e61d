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
   * What has happened in the window, once there is something new.
   *
   * @param afterSeq - the newest state already known; -1 when none is.
   * @throws ServiceFailure when the session is not ours any more.
   */
  news(afterSeq: number, signal: AbortSignal): Promise<PopupState>;
  /** Tells that the page is done with the window. Needs no answer and outlives the page. */
  release(): void;
}
