import type { BrowserContext, Page } from 'playwright-core';

/** Traces that a flow may leave in a page in a browser; each list is empty if there are none. */
export interface BrowserTraces {
  readonly nodes: readonly string[];
  readonly listeners: readonly string[];
  readonly observers: readonly string[];
  readonly timers: readonly string[];
  readonly addresses: readonly string[];
  readonly workers: readonly string[];
  readonly requests: readonly string[];
  /** Camera tracks that are on, and running recordings. */
  readonly media: readonly string[];
}

export const noTraces: BrowserTraces = {
  nodes: [],
  listeners: [],
  observers: [],
  timers: [],
  addresses: [],
  workers: [],
  requests: [],
  media: [],
};

/** Behaviour of the camera when it is requested. */
export type CameraRule = 'opens' | 'waits' | 'is refused';

declare global {
  interface Window {
    cameraRule(): Promise<CameraRule>;
    /** Forgets everything that the page has done so far. */
    noteTraces(): void;
    tracesLeft(): BrowserTraces;
  }
}

/** Watches every page of a context from its first moment on, and controls their cameras. */
export async function watchTraces(context: BrowserContext, cameraRule: () => CameraRule): Promise<void> {
  await context.exposeFunction('cameraRule', cameraRule);
  await context.addInitScript(watchPage);
}

/** Returns what is left since `noteTraces`. Waits for two frames first, because some libraries end a frame later. */
export function tracesLeft(page: Page): Promise<BrowserTraces> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => setTimeout(done));
    return window.tracesLeft();
  });
}

/** Runs in the page. */
function watchPage(): void {
  const listeners = new Map<string, number>();
  const observers = new Map<object, string>();
  const timers = new Map<string, string>();
  const addresses = new Set<string>();
  const workers = new Map<object, string>();
  const requests = new Map<object, string>();
  const tracks: MediaStreamTrack[] = [];
  const recorders: MediaRecorder[] = [];
  let before = '';
  let focused: Element | null = null;

  // Only what outlives a flow: listeners to anything else are removed with it.
  const lasting = [
    'Window',
    'HTMLDocument',
    'MediaDevices',
    'VisualViewport',
    'MediaQueryList',
    'ScreenOrientation',
  ];
  const nameOf = (target: EventTarget | undefined) => {
    const { name } = (target ?? window).constructor;
    const isRoot = target === document.documentElement || target === document.body;
    return isRoot || lasting.includes(name) ? name : null;
  };
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const handlers = new WeakMap<object, Map<string, () => void>>();
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, handler, options) {
    add.call(this ?? window, type, handler, options);
    const name = nameOf(this);
    if (name === null || handler === null) return;
    const {
      capture = false,
      once = false,
      signal,
    } = typeof options === 'object' ? options : { capture: options === true };
    const key = `${name} ${type} ${capture}`;
    const known = handlers.get(handler) ?? new Map<string, () => void>();
    handlers.set(handler, known);
    if (known.has(key)) return;
    listeners.set(key, (listeners.get(key) ?? 0) + 1);
    const forget = () => {
      if (known.delete(key)) listeners.set(key, (listeners.get(key) ?? 0) - 1);
    };
    known.set(key, forget);
    if (once) add.call(this ?? window, type, forget, { once, capture });
    if (signal) add.call(signal, 'abort', forget);
  };
  EventTarget.prototype.removeEventListener = function (
    this: EventTarget | undefined,
    type,
    handler,
    options,
  ) {
    remove.call(this ?? window, type, handler, options);
    const capture = typeof options === 'object' ? (options.capture ?? false) : options === true;
    if (handler) handlers.get(handler)?.get(`${nameOf(this)} ${type} ${capture}`)?.();
  };

  for (const kind of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'] as const) {
    const { prototype } = window[kind];
    const { observe, disconnect } = prototype as MutationObserver;
    Object.assign(prototype, {
      observe(this: MutationObserver, ...given: Parameters<MutationObserver['observe']>) {
        observers.set(this, kind);
        observe.apply(this, given);
      },
      disconnect(this: MutationObserver) {
        observers.delete(this);
        disconnect.call(this);
      },
    });
  }

  for (const [set, clear, repeats] of [
    ['setTimeout', 'clearTimeout', false],
    ['setInterval', 'clearInterval', true],
  ] as const) {
    const [start, stop] = [window[set], window[clear]];
    Object.assign(window, {
      [set](handler: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]) {
        const id = start(() => {
          if (!repeats) timers.delete(String(id));
          handler(...given);
        }, delayMs);
        timers.set(String(id), `${set} ${delayMs} ms`);
        return id;
      },
      [clear](id: number) {
        timers.delete(String(id));
        stop(id);
      },
    });
  }
  const { requestAnimationFrame: nextFrame, cancelAnimationFrame: cancelFrame } = window;
  window.requestAnimationFrame = (act) => {
    const id = nextFrame((time) => {
      timers.delete(`frame ${id}`);
      act(time);
    });
    timers.set(`frame ${id}`, 'requestAnimationFrame');
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    timers.delete(`frame ${id}`);
    cancelFrame(id);
  };

  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (of) => {
    const address = createObjectURL(of);
    addresses.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    addresses.delete(address);
    revokeObjectURL(address);
  };

  const { terminate } = Worker.prototype;
  const PlainWorker = Worker;
  window.Worker = class extends PlainWorker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      workers.set(this, 'a worker');
    }
  };
  Worker.prototype.terminate = function () {
    workers.delete(this);
    terminate.call(this);
  };
  const PlainRecorder = MediaRecorder;
  window.MediaRecorder = class extends PlainRecorder {
    constructor(...given: ConstructorParameters<typeof MediaRecorder>) {
      super(...given);
      recorders.push(this);
    }
  };

  const { fetch: ask } = window;
  window.fetch = (...given) => {
    const answer = ask(...given);
    // A farewell outlives its page on purpose.
    if (given[1]?.keepalive) return answer;
    const request = {};
    requests.set(request, String(given[0]));
    const forget = () => requests.delete(request);
    answer.then(forget, forget);
    return answer;
  };
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...given) {
    requests.set(this, 'an XMLHttpRequest');
    add.call(this, 'loadend', () => requests.delete(this));
    send.apply(this, given);
  };

  const { mediaDevices } = navigator;
  const openCamera = mediaDevices?.getUserMedia.bind(mediaDevices);
  if (mediaDevices && openCamera) {
    mediaDevices.getUserMedia = async (constraints) => {
      const rule = await window.cameraRule();
      if (rule === 'waits') await new Promise(() => {});
      if (rule === 'is refused') throw new DOMException('Permission denied', 'NotAllowedError');
      const stream = await openCamera(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  }

  const counts = () =>
    [...listeners].filter(([, count]) => count > 0).map(([key, count]) => `${count} ${key}`);
  let own: string[] = [];
  window.noteTraces = () => {
    before = document.documentElement.outerHTML;
    focused = document.activeElement;
    own = counts();
    observers.clear();
    timers.clear();
  };
  window.tracesLeft = () => {
    const after = document.documentElement.outerHTML;
    return {
      nodes: [
        ...(after === before ? [] : [after]),
        ...(document.activeElement === focused ? [] : [`the focus at ${document.activeElement?.outerHTML}`]),
        ...document.adoptedStyleSheets.map(() => 'a style sheet'),
      ],
      listeners: counts().filter((one) => !own.includes(one)),
      observers: [...observers.values()],
      timers: [...timers.values()],
      addresses: [...addresses],
      workers: [...workers.values()],
      requests: [...requests.values()],
      media: [
        ...tracks.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind),
        ...recorders.filter(({ state }) => state !== 'inactive').map(() => 'a recording'),
      ],
    };
  };
}
