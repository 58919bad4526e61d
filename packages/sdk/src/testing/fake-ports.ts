import type { CaptureSlot, ClientState, DocumentType, StoredCapture } from '@vendor/contract';
import { vi } from 'vitest';
import type { Analyser, CameraFeed, CaptureKit, FrameFindings, Ports, Service } from '../session/ports.ts';
import { clientState } from './client-state.ts';
import { fakeClock } from './fake-clock.ts';

/** A promise that the test settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}

export const storedCapture = (slot: CaptureSlot, letter = 'a'): StoredCapture => ({
  slot,
  digest: letter.repeat(43),
  sizeBytes: 4,
});

/** A service that answers well; the poll waits until the test tells news. */
export function fakeService(state: ClientState = clientState()) {
  let polls: Deferred<ClientState>[] = [];
  const service = {
    begin: vi.fn<Service['begin']>(async () => ({ ...state, seq: state.seq + 1, begun: true })),
    upload: vi.fn<Service['upload']>(async (_attempt, side) => storedCapture(side)),
    submit: vi.fn<Service['submit']>(async () =>
      clientState({ seq: state.seq + 5, begun: true, awaiting: 'checks', step: null }),
    ),
    state: vi.fn<Service['state']>(() => {
      const poll = deferred<ClientState>();
      polls.push(poll);
      return poll.promise;
    }),
    cancel: vi.fn(),
    leave: vi.fn(),
  };
  const answered = () => {
    const open = polls;
    polls = [];
    return open;
  };
  return {
    service,
    tell: (told: ClientState) => {
      for (const poll of answered()) poll.resolve(told);
    },
    failPoll: (failure: unknown) => {
      for (const poll of answered()) poll.reject(failure);
    },
  };
}

/** A camera that shows whatever the analysis of the test finds. */
export function fakeCapture() {
  const feeds: (CameraFeed & { stop(): void; readonly closed: () => boolean })[] = [];
  let findings: FrameFindings = { hint: 'looking', outline: null };
  const picture = new Blob(['jpeg'], { type: 'image/jpeg' });
  function createFeed(cameraId: string) {
    let stopped = () => {};
    let isClosed = false;
    const feed = {
      stream: {} as MediaStream,
      widthPx: 1920,
      heightPx: 1080,
      mirrored: false,
      cameraId,
      canSwitchCamera: true,
      hasTorch: true,
      setTorch: vi.fn(async () => true),
      grabFrame: () => ({
        picture: { data: new Uint8ClampedArray(4), width: 1, height: 1 },
        detail: null,
        fullWidthPx: 1920,
      }),
      takePicture: vi.fn(async () => picture),
      onStopped: (listener: () => void) => {
        stopped = listener;
      },
      close: () => {
        isClosed = true;
      },
      stop: () => stopped(),
      closed: () => isClosed,
    };
    feeds.push(feed);
    return feed;
  }
  const analyser: Analyser = { analyse: async () => findings, dispose: vi.fn() };
  const allowed = deferred<void>();
  const camera = {
    open: vi.fn<CaptureKit['camera']['open']>(async () => {
      await null; // no camera opens in the same turn
      return createFeed(`camera ${feeds.length + 1}`);
    }),
    allowed: vi.fn(() => allowed.promise),
  };
  const startAnalyser = vi.fn<CaptureKit['startAnalyser']>(async () => analyser);
  return {
    kit: { camera, startAnalyser },
    analyser,
    feeds,
    picture,
    allow: () => allowed.resolve(),
    see: (seen: FrameFindings) => {
      findings = seen;
    },
    openFeeds: () => feeds.filter((feed) => !feed.closed()),
  };
}

/** All that surrounds a session, under the test's control. */
export function fakePorts(state?: ClientState) {
  const { service, ...control } = fakeService(state);
  const capture = fakeCapture();
  const clock = fakeClock();
  const urls = new Set<string>();
  const choices = new Map<string, DocumentType>();
  const ports = {
    service,
    clock,
    loadCaptureKit: vi.fn<Ports['loadCaptureKit']>(async () => capture.kit),
    preparePicture: vi.fn<Ports['preparePicture']>(async () => capture.picture),
    memory: {
      recall: ({ stepId, attempt }) => choices.get(`${stepId} ${attempt}`) ?? null,
      keep: ({ stepId, attempt }, document) => void choices.set(`${stepId} ${attempt}`, document),
    } satisfies Ports['memory'],
    pictureUrls: {
      create: () => {
        const url = `blob:${urls.size + 1}`;
        urls.add(url);
        return url;
      },
      revoke: (url: string) => void urls.delete(url),
    },
  };
  return { ports, service, clock, capture, urls, choices, ...control };
}
