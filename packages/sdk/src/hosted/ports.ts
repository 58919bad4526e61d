import type { PopupReport } from '@vendor/contract';

/** Message that a hosted page shows instead of the flow; `expired` and `finished` only for a link. */
export type PageSaying = 'invalid' | 'expired' | 'finished' | 'elsewhere' | 'over' | 'failed';

/** The page around the flow. */
export interface HostedPage {
  /** Element that holds the flow. */
  readonly room: HTMLElement;
  /** Shows the element that holds the flow. */
  showRoom(): void;
  /** Shows a message instead of the flow. */
  say(message: PageSaying): void;
  /** Closes the window, if the browser allows it. */
  close(): void;
  /** Registers a listener that is called each time the page is hidden, perhaps to return. */
  onAway(listener: () => void): void;
}

/** Further abilities of the page of a link. */
export interface LinkPage {
  /** Shows a button that opens an app, for browsers that open apps only on a user's gesture. */
  offerApp(open: () => void): void;
}

/** Further abilities of the page of a phone. */
export interface PhonePage {
  /**
   * Asks whether the computer shows the same pairing code; resolves when the user confirms.
   *
   * @param requester - name of the party that requests the verification; may be empty.
   */
  agreed(pairingCode: string, requester: string): Promise<void>;
  /** Returns final texts of the flow that send the user back to the computer, in the language of the page. */
  endings(): Readonly<Record<string, string>>;
}

/** The service, for the needs of a popup besides its flow. */
export interface WindowService {
  /**
   * Shows the service that the popup is open, until its opener releases it.
   *
   * @throws ServiceFailure if the session ended.
   */
  released(signal: AbortSignal): Promise<void>;
  /** Reports everything that has happened in the popup so far; resolves once stored. */
  report(report: PopupReport, signal: AbortSignal): Promise<void>;
  /** Reports that the page is closing. Needs no answer and outlives the page. */
  leave(): void;
}
