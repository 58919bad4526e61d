interface Notice {
  readonly title: string;
  readonly text: string;
}

/** Texts of the page in a window of the flow, before the flow is there and where it cannot be. */
export interface WindowTexts {
  readonly title: string;
  readonly starting: string;
  /** Shown when nothing has happened for some seconds. */
  readonly slow: string;
  readonly withoutScript: Notice;
  readonly invalid: Notice;
  readonly elsewhere: Notice;
  readonly over: Notice;
  readonly failed: Notice & { readonly again: string };
}

/** Texts of the page of a link that differ from those of a window: nobody opened it but its user. */
export interface LinkTexts extends Pick<WindowTexts, 'invalid' | 'elsewhere' | 'over'> {
  /** Of a link that was once good, and whose journey ended without a result. Who does not know its secret is told `invalid`. */
  readonly expired: Notice;
  /** Of a link whose journey has its result. */
  readonly finished: Notice;
  /** Of a link that has sent its user on to an app, which browsers may open only for a user who asks. */
  readonly app: Notice & { readonly open: string };
}

/** Texts of the page of a phone that differ from those of a window. */
export interface PhoneTexts extends Pick<WindowTexts, 'invalid' | 'elsewhere' | 'over'> {
  /** Asked of a phone that is to go on for a computer, before it does. */
  readonly pairing: {
    readonly title: string;
    /** `{requester}` is who asks for the verification. */
    readonly requester: string;
    /** Above the number that both devices show. */
    readonly text: string;
    readonly confirm: string;
    readonly otherwise: string;
  };
}

/** Texts of the service's own pages: no markup, and none of `<>&"'`. */
export interface HostedTexts {
  readonly window: WindowTexts;
  readonly link: LinkTexts;
  readonly phone: PhoneTexts;
}
