import type { PopupReport } from '@vendor/contract';

/** Message that a hosted page shows in place of the flow; `expired` and `finished` only for a link. */
export type PageSaying = 'invalid' | 'expired' | 'finished' | 'elsewhere' | 'over' | 'failed';

/** The page around the flow. */
export interface HostedPage {
  /** The element that holds the flow. */
  readonly room: HTMLElement;
  /** Makes the room visible. */
  showRoom(): void;
  /** Says something in place of the flow. */
  say(what: PageSaying): void;
  /** Closes the window, where the browser lets a page do so. */
  close(): void;
  /** Called each time the page goes away, perhaps to return. */
  onAway(listener: () => void): void;
}

/** Further actions of the page of a link. */
export interface LinkPage {
  /** Offers to open an app, for browsers that open one only when the user asks. */
  offerApp(open: () => void): void;
}

/** Further abilities of the page of a phone. */
export interface PhonePage {
  /**
   * Asks whether the computer shows the same number; resolves when the user says so.
   *
   * @param requester - who asks for the verification; may be empty.
   */
  agreed(pairingCode: string, requester: string): Promise<void>;
  /** Words of the flow that send the user back to the computer, in the language of the page. */
  endings(): Readonly<Record<string, string>>;
}

/** The service, as a window needs it besides its flow. */
export interface WindowService {
  /** Proves the presence of the window until its opener releases it. @throws ServiceFailure if the session ended. */
  released(signal: AbortSignal): Promise<void>;
  /** Tells all that has happened in the window so far; resolves once it is kept. */
  report(said: PopupReport, signal: AbortSignal): Promise<void>;
  /** Tells that the page goes away. Needs no answer and outlives the page. */
  leave(): void;
}
