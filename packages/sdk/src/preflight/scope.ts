/** Interface of the platform for Permissions Policy; Chromium alone has it, by the older name. */
interface PolicyOfDocument {
  allowsFeature(name: string): boolean;
}

/** The page's document, as far as it is looked at. */
export type PageDocument = Pick<Document, 'addEventListener' | 'removeEventListener'> & {
  readonly permissionsPolicy?: PolicyOfDocument;
  readonly featurePolicy?: PolicyOfDocument;
  readonly head?: Pick<HTMLHeadElement, 'appendChild'> | null;
  createElement?(name: 'style'): HTMLStyleElement;
};

/** The part of the browser's navigator that is used; old browsers and insecure pages lack much of it. */
export interface PageNavigator {
  readonly userAgent: string;
  readonly onLine?: boolean;
  readonly maxTouchPoints?: number;
  /** On iOS: the page was put on the home screen, and runs without a browser around it. */
  readonly standalone?: boolean;
  readonly mediaDevices?: Partial<Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'>>;
  readonly permissions?: Partial<Pick<Permissions, 'query'>>;
  readonly clipboard?: Pick<Clipboard, 'writeText'>;
}

/** The globals of a page as far as a check looks at them. Each may be missing, and reading some may throw. */
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
