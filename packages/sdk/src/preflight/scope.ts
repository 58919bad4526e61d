/** Interface for the Permissions Policy; only Chromium has it, under its former name. */
interface PolicyOfDocument {
  allowsFeature(name: string): boolean;
}

/** The part of the page's document that is used. */
export type PageDocument = Pick<Document, 'addEventListener' | 'removeEventListener'> & {
  readonly permissionsPolicy?: PolicyOfDocument;
  readonly featurePolicy?: PolicyOfDocument;
  readonly head?: Pick<HTMLHeadElement, 'appendChild'> | null;
  createElement?(name: 'style'): HTMLStyleElement;
};

/** The part of `navigator` that is used. Old browsers and insecure pages lack much of it. */
export interface PageNavigator {
  readonly userAgent: string;
  readonly onLine?: boolean;
  readonly maxTouchPoints?: number;
  /** On iOS: whether the page was opened from the home screen, without a browser around it. */
  readonly standalone?: boolean;
  readonly mediaDevices?: Partial<Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'>>;
  readonly permissions?: Partial<Pick<Permissions, 'query'>>;
  readonly clipboard?: Pick<Clipboard, 'writeText'>;
}

/** The globals of a page that are checked. Each may be missing, and reading some may throw. */
export interface Scope
  extends Partial<
    Pick<typeof globalThis, 'fetch' | 'Worker' | 'Blob' | 'URL' | 'Image' | 'CSSStyleSheet' | 'Element'>
  > {
  readonly document?: PageDocument;
  readonly navigator?: PageNavigator;
  readonly location?: Pick<Location, 'href' | 'protocol' | 'origin'>;
  readonly isSecureContext?: boolean;
  readonly self?: unknown;
  readonly top?: unknown;
  readonly crypto?: Partial<Pick<Crypto, 'getRandomValues'>>;
  readonly sessionStorage?: Pick<Storage, 'setItem' | 'removeItem'>;
}
