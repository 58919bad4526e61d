import type { CaptureSlot, ClientState, DocumentType, StoredCapture } from '@vendor/contract';
import { vi } from 'vitest';
import type {
  Analyser,
  CameraFeed,
  CaptureKit,
  FrameFindings,
  PictureLoss,
  Ports,
  PreparePicture,
  SelfieKit,
  Service,
  StartRecording,
} from '../session/ports.ts';
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

/** Creates a service that answers successfully; the poll waits until the test sends news. */
export function fakeService(state: ClientState = clientState()) {
  let polls: Deferred<ClientState>[] = [];
  const service = {
    begin: vi.fn<Service['begin']>(async () => ({ ...state, seq: state.seq + 1, begun: true })),
    extend: vi.fn<Service['extend']>(async () => ({ ...state, seq: state.seq + 1, deadline: 'extended' })),
    upload: vi.fn<Service['upload']>(async (_attempt, side) => storedCapture(side)),
    answer: vi.fn<Service['answer']>(async () =>
      clientState({ seq: state.seq + 5, begun: true, awaiting: 'checks', step: null }),
    ),
    submit: vi.fn<Service['submit']>(async () =>
      clientState({ seq: state.seq + 5, begun: true, awaiting: 'checks', step: null }),
    ),
    stateNow: vi.fn<Service['stateNow']>(async () => state),
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

/** Creates a camera whose analysis finds what the test sets. */
export function fakeCapture() {
  const feeds: (CameraFeed & { lose(loss?: PictureLoss): void; readonly closed: () => boolean })[] = [];
  let findings: FrameFindings = { hint: 'looking', outline: null, isSure: false };
  let isVirtual = false;
  /** Number of chosen cameras; opening without `otherThan` reopens the last one. */
  let chosen = 1;
  const picture = new Blob(['jpeg'], { type: 'image/jpeg' });
  function createFeed(cameraId: string) {
    let lost = (_: PictureLoss) => {};
    let isClosed = false;
    const feed = {
      stream: {} as MediaStream,
      widthPx: 1920,
      heightPx: 1080,
      mirrored: false,
      cameraId,
      canSwitchCamera: true,
      hasTorch: true,
      isVirtual,
      heed: vi.fn<CameraFeed['heed']>(),
      setTorch: vi.fn(async () => true),
      grabFrame: vi.fn<CameraFeed['grabFrame']>(() => ({
        picture: { data: new Uint8ClampedArray(4), width: 1, height: 1 },
        detail: null,
        fullWidthPx: 1920,
      })),
      takePicture: vi.fn(async () => picture),
      onLost: (listener: (loss: PictureLoss) => void) => {
        lost = listener;
      },
      close: () => {
        isClosed = true;
      },
      lose: (loss: PictureLoss = 'busy') => lost(loss),
      closed: () => isClosed,
    };
    feeds.push(feed);
    return feed;
  }
  const analyser: Analyser = { analyse: async () => findings, dispose: vi.fn() };
  const allowed = deferred<void>();
  const camera = {
    open: vi.fn<CaptureKit['camera']['open']>(async (otherThan) => {
      await null; // no camera opens synchronously
      if (otherThan !== null) chosen += 1;
      return createFeed(`camera ${chosen}`);
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
    /** Makes another camera open from now on. */
    replace: () => {
      chosen += 1;
    },
    /** Gives cameras that open from now on the name of a virtual camera. */
    beVirtual: (is = true) => {
      isVirtual = is;
    },
    see: (seen: Omit<FrameFindings, 'isSure'> & Partial<FrameFindings>) => {
      findings = { isSure: seen.hint === 'hold-still', ...seen };
    },
    openFeeds: () => feeds.filter((feed) => !feed.closed()),
  };
}

/** Creates all ports of a session, controlled by the test. */
export function fakePorts(state?: ClientState) {
  const { service, ...control } = fakeService(state);
  const capture = fakeCapture();
  const clock = fakeClock();
  const urls = new Set<string>();
  const video = new Blob(['webm'], { type: 'video/webm' });
  const record = vi.fn<StartRecording>(() => ({ finish: async () => video }));
  const startTracker = vi.fn<SelfieKit['startTracker']>(() =>
    Promise.reject(new Error('The device has no face tracker.')),
  );
  const choices = new Map<string, DocumentType>();
  const preparePicture = vi.fn<PreparePicture>(async () => capture.picture);
  const ports = {
    service,
    clock,
    loadCaptureKit: vi.fn<Ports['loadCaptureKit']>(async () => capture.kit),
    loadSelfieKit: vi.fn<Ports['loadSelfieKit']>(async () => ({ record, startTracker })),
    loadPreparation: vi.fn<Ports['loadPreparation']>(async () => preparePicture),
    /** Function to which `loadPreparation` resolves by default. */
    preparePicture,
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
  return { ports, service, clock, capture, record, startTracker, video, urls, choices, ...control };
}
