import type { PageDocument, PageNavigator, Scope } from '../preflight/scope.ts';

/** User agent of a browser in which everything works. */
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36';

/** Behaviour of a worker of the fake page. */
export type WorkerFate = 'answers' | 'fails' | 'throws' | 'hangs';

/** Differences from a page in which everything works. */
export interface FakeScopeOptions {
  readonly page?: Partial<Scope>;
  readonly navigator?: Partial<PageNavigator>;
  /** Answer of the Permissions Policy about the camera; undefined if the browser does not support the question. */
  readonly cameraPolicy?: boolean | undefined;
  readonly worker?: WorkerFate;
  /** Outcome of loading a picture. */
  readonly picture?: 'loads' | 'fails' | 'hangs';
  /** Support of style elements, in a page that cannot adopt sheets: `nonced` accepts one with the nonce `n0nce`. */
  readonly styles?: 'adopted' | 'nonced' | 'blocked';
  /** Answer to a request. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Globals of a page under inspection, and the traces that the inspection has left. */
export interface FakeScope {
  readonly scope: Scope;
  /** Numbers of remaining Blob addresses, workers, listeners of the document and style elements. */
  readonly left: { addresses: number; workers: number; listeners: number; styles: number };
  /** How many times the user was asked for the camera. */
  readonly asked: { times: number };
  /** Reports a violation of the Content-Security-Policy to the page. */
  violate(violation: Partial<SecurityPolicyViolationEvent>): void;
}

/** Creates the globals of a page in which everything works, except for the given options. */
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

/** Creates a service, or something in its place, that always gives this answer. */
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

/** Creates style elements, which are accepted or blocked when inserted into the page. */
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
