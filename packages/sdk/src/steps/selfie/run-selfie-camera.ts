import type { Signal } from '@preact/signals';
import type { CameraProblem } from '../../flow/screen.ts';
import type { CameraControls } from '../../session/camera/camera-controls.ts';
import { noPicture } from '../../session/camera/live-view.ts';
import {
  type Camera,
  CameraFailure,
  type CameraFeed,
  type Clock,
  type PictureLoss,
  type Recording,
  type StartRecording,
} from '../../session/ports.ts';
import type { LiveView } from '../../session/view.ts';

/** Time between two looks at the clock of a pose, in ms. */
const tickMs = 100;

/** Most of the time between two looks that counts, in ms: while the device sleeps or the page is hidden nobody poses. */
const mostTickMs = 250;

/** The first pose has so much more time, in ms: the face has to find its place in the picture. */
const findPlaceMs = 2_000;

/** Minimum time that the user sees that a picture was taken, in ms. */
const leastTakenMs = 800;

/** A frame that is on its way for so long is said to be, in ms: a word that is gone at once would only confuse. */
const longSendingMs = 2_000;

/** A longer video is refused by the service (30 s); this leaves room for what its last second holds besides, in ms. */
const longestVideoMs = 28_000;

/** Options and callbacks of one visit to the camera of a selfie. */
export interface SelfieCameraOptions {
  readonly camera: Camera;
  /** Begins a video of a stream. Resolves to null where none can be recorded; never rejects. */
  readonly recorder: Promise<StartRecording | null>;
  /** Advised time for each pose, in seconds. */
  readonly secondsPerPose: number;
  /** Kept up to date with what the camera shows. */
  readonly view: Signal<LiveView>;
  readonly clock: Clock;
  /** Whether pictures take themselves; the user decides. */
  readonly timer: { isOn: boolean };
  /** Whether the time for a pose stands still meanwhile. */
  readonly isHeld: () => boolean;
  /** Ends the visit: every track stops at once. */
  readonly signal: AbortSignal;
  /** The pose that is asked for, counted from 0. */
  readonly pose: () => number;
  /** Sends the key frame of the pose; answers whether the service holds it now. Never rejects. */
  readonly send: (frame: Blob) => Promise<boolean>;
  /** Settles with the frame that an earlier visit has sent of this pose; null when none is on its way. */
  readonly underWay: () => Promise<unknown> | null;
  /** The service holds the frame, and the user has seen that it was taken: the next pose may be asked for. */
  readonly onStored: () => void;
  /** No camera could be opened. */
  readonly onProblem: (problem: CameraProblem) => void;
  /** The camera shows nothing any more; it goes on until the signal aborts. */
  readonly onLost: (loss: PictureLoss) => void;
  /** A camera runs; the visit may end with that. */
  readonly onOpened: (feed: CameraFeed) => void;
  /** Begins to guide the user by what the camera shows, where that can be done, until the signal aborts. */
  readonly guide: (feed: CameraFeed, take: () => void, signal: AbortSignal) => void;
  /** The camera was left; resolves to the video of it, or null. */
  readonly onVideo: (video: Promise<Blob | null>) => void;
}

/**
 * Opens the front camera and captures the poses one after the other: each when its time is over or the user presses the shutter,
 * the next once the service has stored the previous one. Also records a video, which is optional. All poses come from one camera,
 * which the user can switch until the first is captured.
 */
export function runSelfieCamera(options: SelfieCameraOptions): CameraControls {
  const { view, pose, signal } = options;
  let running = begin(null);

  /** Each camera begins anew: its time, its video, and what guides. */
  function begin(otherThan: string | null) {
    const life = new AbortController();
    const end = () => life.abort();
    signal.addEventListener('abort', end);
    return { ...runCamera({ ...options, signal: life.signal }, otherThan), end };
  }

  return {
    takePicture: () => running.takePicture(),
    toggleTimer: () => running.toggleTimer(),
    switchCamera() {
      const { stream, canSwitchCamera, taking } = view.peek();
      if (!stream || !canSwitchCamera || taking || pose() > 0) return;
      const cameraId = running.cameraId();
      running.end();
      running = begin(cameraId);
    },
  };
}

/** Runs one camera until the signal aborts. */
function runCamera(options: SelfieCameraOptions, otherThan: string | null) {
  const { camera, recorder, secondsPerPose, view, clock, timer, isHeld, signal } = options;
  const { pose, send, underWay, onStored, onProblem, onLost, onOpened, guide, onVideo } = options;
  const change = (members: Partial<LiveView>) => {
    view.value = { ...view.peek(), ...members };
  };
  let feed: CameraFeed | null = null;
  let recording: Recording | null = null;
  /** Frames in a row that could not be kept. */
  let losses = 0;

  function stop(): void {
    // Before the tracks: what ends with them may lose its last second.
    onVideo(recording?.finish() ?? Promise.resolve(null));
    feed?.close();
    feed = null;
    recording = null;
    view.value = noPicture;
  }

  async function open(): Promise<void> {
    try {
      const opened = await camera.open(otherThan, signal, 'user', ({ stream, ...picture }) => {
        if (!signal.aborted) change({ opened: stream, ...picture });
      });
      if (signal.aborted) return opened.close();
      show(opened);
    } catch (failure) {
      if (signal.aborted) return;
      if (failure instanceof CameraFailure) onProblem(failure.problem);
      else onLost('busy');
    }
  }

  function show(opened: CameraFeed): void {
    feed = opened;
    opened.onLost((loss) => {
      if (!signal.aborted) onLost(loss);
    });
    onOpened(opened);
    if (signal.aborted) return;
    void startVideo(opened.stream);
    const { stream, widthPx, heightPx, mirrored, canSwitchCamera } = opened;
    const shown = { stream, opened: stream, widthPx, heightPx, mirrored, canSwitchCamera };
    change({ ...shown, timer: timer.isOn ? 'on' : 'off' });
    void awaitFrame(underWay());
    guide(opened, takePicture, signal);
    void countDown();
  }

  /** No second frame of a pose is taken before it is known whether the first one has arrived. */
  async function awaitFrame(sent: Promise<unknown> | null): Promise<void> {
    if (!sent) return;
    change({ taking: true, sending: true });
    await sent;
    if (!signal.aborted) change({ taking: false, sending: false });
  }

  /**
   * Records from the start, or from whenever the recorder has loaded before the first pose is stored: a later video misses poses.
   */
  async function startVideo(stream: MediaStream): Promise<void> {
    const start = await recorder;
    if (signal.aborted || pose() > 0) return;
    recording = start?.(stream) ?? null;
    if (!recording) return;
    const { finish } = recording;
    await clock.sleep(longestVideoMs, signal);
    void finish();
  }

  /** Lets each pose take itself when its time is over, unless the timer is off, or the pose is watched for. */
  async function countDown(): Promise<void> {
    let spentMs = 0;
    let lastMs = clock.now();
    while (!signal.aborted) {
      await clock.sleep(tickMs, signal);
      if (signal.aborted) return;
      const nowMs = clock.now();
      const passedMs = isHeld() ? 0 : Math.min(mostTickMs, nowMs - lastMs);
      const { taking, poseHint } = view.peek();
      spentMs = taking || poseHint || !timer.isOn ? 0 : spentMs + passedMs;
      lastMs = nowMs;
      if (poseHint) continue;
      const wholeMs = secondsPerPose * 1000 + (pose() === 0 ? findPlaceMs : 0);
      const held = Math.min(1, spentMs / wholeMs);
      if (held !== view.peek().held) change({ held });
      if (held === 1) takePicture();
    }
  }

  function takePicture(): void {
    if (!feed || view.peek().taking) return;
    change({ taking: true, held: 0, poseHint: view.peek().poseHint && 'pose' });
    void keepFrame(feed);
  }

  async function keepFrame(from: CameraFeed): Promise<void> {
    let seen = clock.sleep(leastTakenMs, signal);
    let isUnderWay = true;
    void clock.sleep(longSendingMs, signal).then(() => {
      if (!isUnderWay || signal.aborted) return;
      change({ sending: true });
      seen = clock.sleep(leastTakenMs, signal);
    });
    // A frame that is lost (a camera about to stop) is taken again; two in a row are no accident.
    const frame = await from.takePicture().catch(() => null);
    losses = frame ? 0 : losses + 1;
    if (losses > 1 && !signal.aborted) return onLost('busy');
    const isStored = frame !== null && !signal.aborted && (await send(frame));
    await seen;
    isUnderWay = false;
    if (signal.aborted) return;
    change({ taking: false, sending: false });
    if (isStored) onStored();
  }

  signal.addEventListener('abort', stop);
  // Keeps the button for another camera in its place when there is one, so that it keeps the focus.
  view.value = { ...noPicture, canSwitchCamera: otherThan !== null };
  void open();
  return {
    cameraId: () => feed?.cameraId ?? null,
    takePicture,
    toggleTimer() {
      if (!feed) return;
      timer.isOn = !timer.isOn;
      change({ timer: timer.isOn ? 'on' : 'off', held: 0 });
    },
  };
}
