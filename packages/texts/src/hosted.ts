interface Notice {
  readonly title: string;
  readonly text: string;
}

/** Texts of the page in a popup, for the time before the flow is shown and for when it cannot be shown. */
export interface WindowTexts {
  readonly title: string;
  readonly starting: string;
  /** Shown if the flow has not appeared for some seconds. */
  readonly slow: string;
  readonly withoutScript: Notice;
  readonly invalid: Notice;
  readonly elsewhere: Notice;
  readonly over: Notice;
  readonly failed: Notice & { readonly again: string };
}

/** Texts of a link's page that differ from those of a popup, because the user opened it themselves. */
export interface LinkTexts extends Pick<WindowTexts, 'invalid' | 'elsewhere' | 'over'> {
  /** For a link that was once valid, and whose flow ended without a result. Callers without its secret see `invalid`. */
  readonly expired: Notice;
  /** For a link whose flow has a result. */
  readonly finished: Notice;
  /** For a link that redirects its user to an app, which browsers may open only on a user's gesture. */
  readonly app: Notice & { readonly open: string };
}

/** Texts of a phone's page that differ from those of a popup. */
export interface PhoneTexts extends Pick<WindowTexts, 'invalid' | 'elsewhere' | 'over'> {
  /** Question on a phone before it continues a computer's flow. */
  readonly pairing: {
    readonly title: string;
    /** `{requester}` is the party that requests the verification. */
    readonly requester: string;
    /** Above the pairing code that both devices show. */
    readonly text: string;
    readonly confirm: string;
    readonly otherwise: string;
  };
}

/** Texts of the service's own pages; without markup, and without `<>&"'`. */
export interface HostedTexts {
  readonly window: WindowTexts;
  readonly link: LinkTexts;
  readonly phone: PhoneTexts;
}
