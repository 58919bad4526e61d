import type { PageDocument, PageNavigator, Scope } from '../preflight/scope.ts';

/** A user agent of a browser in which everything works. */
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36';

/** A worker of the fake page: answers at once, or as it is told. */
export type WorkerFate = 'answers' | 'fails' | 'throws' | 'hangs';

/** Differences from a page in which everything works. */
export interface FakeScopeOptions {
  readonly page?: Partial<Scope>;
  readonly navigator?: Partial<PageNavigator>;
  /** Answer of the Permissions Policy about the camera; undefined where the browser does not tell. */
  readonly cameraPolicy?: boolean | undefined;
  readonly worker?: WorkerFate;
  /** Outcome of loading a picture. */
  readonly picture?: 'loads' | 'fails' | 'hangs';
  /** Style elements, where no sheet can be adopted: `nonced` takes one with the nonce `n0nce`. */
  readonly styles?: 'adopted' | 'nonced' | 'blocked';
  /** Answer to a request. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** The globals of a page that is looked at, and what the look has left there. */
export interface FakeScope {
  readonly scope: Scope;
  /** Counts of what is still there: addresses of Blobs, workers, listeners of the document, style elements. */
  readonly left: { addresses: number; workers: number; listeners: number; styles: number };
  /** How often the user was asked for the camera. */
  readonly asked: { times: number };
  /** Tells the page that its Content-Security-Policy was violated. */
  violate(violation: Partial<SecurityPolicyViolationEvent>): void;
}

/** Makes the globals of a page in which everything works but what is given. */
export function fakeScope(options: FakeScopeOptions = {}): FakeScope {
  const left = { addresses: 0, workers: 0, listeners: 0, styles: 0 };
  const asked = { times: 0 };
  const { document, violate } = fakeDocument(options, left);
  const self = {};
  const navigator: PageNavigator = {
    userAgent: chrome,
    onLine: true,
    permissions: { query: async () => ({ state: 'prompt' }) as PermissionStatus },
    mediaDevices: {
      enumerateDevices: async () => [{ kind: 'videoinput' } as MediaDeviceInfo],
      getUserMedia: async () => {
        asked.times += 1;
        throw new Error('Nobody may be asked.');
      },
    },
    ...options.navigator,
  };
  const scope: Scope = {
    document,
    navigator,
    location: { href: 'https://shop.example/', origin: 'https://shop.example', protocol: 'https:' },
    isSecureContext: true,
    self,
    top: self,
    crypto: { getRandomValues: crypto.getRandomValues },
    sessionStorage: { setItem() {}, removeItem() {} },
    fetch: (options.fetch ?? respondWith(200, { data: {} })) as typeof fetch,
    Element: class {
      attachShadow() {}
    } as unknown as typeof Element,
    Image: fakeImages(options.picture ?? 'loads'),
    CSSStyleSheet: class {
      replaceSync() {}
    } as unknown as typeof CSSStyleSheet,
    Blob,
    URL: fakeUrls(left),
    Worker: fakeWorkers(options.worker ?? 'answers', left),
    ...options.page,
  };
  return { scope, left, asked, violate };
}

/** A service, or what stands in its place, that answers everything with this. */
export function respondWith(status: number, body: unknown): (url: string) => Promise<Response> {
  return async () => new Response(JSON.stringify(body), { status });
}

function fakeDocument(
  { cameraPolicy = true, styles = 'adopted' }: FakeScopeOptions,
  left: { listeners: number; styles: number },
) {
  const target = new EventTarget();
  const document: PageDocument = {
    addEventListener(type: string, listener: EventListener) {
      left.listeners += 1;
      target.addEventListener(type, listener);
    },
    removeEventListener(type: string, listener: EventListener) {
      left.listeners -= 1;
      target.removeEventListener(type, listener);
    },
    featurePolicy: { allowsFeature: (name: string) => name !== 'camera' || cameraPolicy },
    ...(styles === 'adopted' ? { adoptedStyleSheets: [] } : fakeStyles(styles, left)),
  };
  const violate = (violation: Partial<SecurityPolicyViolationEvent>) => {
    target.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation));
  };
  return { document, violate };
}

/** Style elements are taken, or not, when they come into the page. */
function fakeStyles(styles: 'nonced' | 'blocked', left: { styles: number }) {
  const style = {
    nonce: '',
    sheet: null as object | null,
    textContent: '',
    setAttribute(_name: string, nonce: string) {
      style.nonce = nonce;
    },
    remove() {
      left.styles -= 1;
    },
  };
  return {
    createElement: () => style as unknown as HTMLStyleElement,
    head: {
      appendChild<Added extends Node>(added: Added) {
        left.styles += 1;
        if (styles === 'nonced' && style.nonce === 'n0nce') style.sheet = {};
        return added;
      },
    },
  };
}

function fakeImages(fate: 'loads' | 'fails' | 'hangs'): typeof Image {
  return class {
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    set src(_address: string) {
      queueMicrotask(() => {
        if (fate === 'loads') this.onload?.();
        if (fate === 'fails') this.onerror?.();
      });
    }
  } as unknown as typeof Image;
}

function fakeUrls(left: { addresses: number }): typeof URL {
  return class extends URL {
    static override createObjectURL() {
      left.addresses += 1;
      return 'blob:https://shop.example/1';
    }
    static override revokeObjectURL() {
      left.addresses -= 1;
    }
  };
}

function fakeWorkers(fate: WorkerFate, left: { workers: number }): typeof Worker {
  return class {
    onmessage: (() => void) | null = null;
    onerror: (() => void) | null = null;
    constructor() {
      if (fate === 'throws') throw new DOMException('', 'SecurityError');
      left.workers += 1;
      queueMicrotask(() => {
        if (fate === 'answers') this.onmessage?.();
        if (fate === 'fails') this.onerror?.();
      });
    }
    terminate() {
      left.workers -= 1;
    }
  } as unknown as typeof Worker;
}
