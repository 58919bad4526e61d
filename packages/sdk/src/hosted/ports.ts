import type { PopupReport } from '@vendor/contract';

/**
 * Message that a hosted page shows instead of the flow. Only a link has `expired` and `finished`; it shows `elsewhere` also to a
 * user who has quit.
 */
export type PageMessage = 'invalid' | 'expired' | 'finished' | 'elsewhere' | 'over' | 'failed';

/** The page around the flow. */
export interface HostedPage {
  /** Element that holds the flow. */
  readonly container: HTMLElement;
  /** Shows the flow instead of a message. */
  showFlow(): void;
  /** Shows a message instead of the flow. */
  showMessage(message: PageMessage): void;
  /** Closes the window, if the browser allows it. */
  close(): void;
  /** Registers a listener that is called each time the page is hidden; the user may return to it. */
  onHidden(listener: () => void): void;
}

/** Additional functions of a page that was opened by a link. */
export interface LinkPage {
  /** Shows a button that opens an app, for browsers that open apps only on a user's gesture. */
  offerApp(open: () => void): void;
}

/** Additional functions of a hand-off page on a phone. */
export interface PhonePage {
  /**
   * Asks whether the computer shows the same pairing code; resolves when the user confirms.
   *
   * @param requester - name of the party that requests the verification; may be empty.
   */
  confirmPairing(pairingCode: string, requester: string): Promise<void>;
  /** Returns the texts of the last screens, which send the user back to the computer, in the language of the page. */
  endings(): Readonly<Record<string, string>>;
}

/** Calls to the service by which a popup reports to its opener. */
export interface WindowService {
  /**
   * Polls the service, which thereby sees that the popup is open; resolves when the opener releases the popup.
   *
   * @throws ServiceFailure if the session ended.
   */
  waitForRelease(signal: AbortSignal): Promise<void>;
  /** Reports everything that has happened in the popup so far; resolves once stored. */
  report(report: PopupReport, signal: AbortSignal): Promise<void>;
  /** Reports that the page is closing. Needs no answer and outlives the page. */
  leave(): void;
}
