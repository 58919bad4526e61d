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

/** Interval in which the time of a pose is counted, in ms. */
const tickMs = 100;

/** Maximum time counted per interval, in ms, because nobody poses while the device sleeps or the page is hidden. */
const maxTickMs = 250;

/** Additional time for the first pose, in ms, to move the face into the oval. */
const positioningMs = 2_000;

/** Minimum time for which a notice is shown, in ms. */
const minNoticeMs = 800;

/** Time after which the upload of a frame is mentioned, in ms. A notice that disappears at once would confuse. */
const longSendingMs = 2_000;

/** Maximum length of the video, in ms. The service refuses more than 30 s, and the recorder may exceed its end. */
const maxVideoMs = 28_000;

/** Options and callbacks of one visit to the camera of a selfie. */
export interface SelfieCameraOptions {
  readonly camera: Camera;
  /** Starts the video of a stream. Resolves to null if no video can be recorded; never rejects. */
  readonly recorder: Promise<StartRecording | null>;
  /** Recommended time for each pose, in seconds. */
  readonly secondsPerPose: number;
  /** Updated with the state of the camera. */
  readonly view: Signal<LiveView>;
  readonly clock: Clock;
  /** Whether poses are captured automatically; the user can change it. */
  readonly timer: { isOn: boolean };
  /** Whether the timer is paused, because a dialog is open. */
  readonly isTimerHeld: () => boolean;
  /** Ends the visit: every track stops at once. */
  readonly signal: AbortSignal;
  /** Index of the current pose, from 0. */
  readonly pose: () => number;
  /** Sends the key frame of the pose; resolves to whether the service has stored it. Never rejects. */
  readonly send: (frame: Blob) => Promise<boolean>;
  /**
   * Promise that settles when the frame of this pose, sent in an earlier visit, has arrived or failed; null if none is being
   * sent.
   */
  readonly underWay: () => Promise<unknown> | null;
  /** Called when the service has stored the frame and the user has seen the notice, so that the next pose may follow. */
  readonly onStored: () => void;
  /** Called when no camera can be opened. */
  readonly onProblem: (problem: CameraProblem) => void;
  /** Called when the camera no longer shows a picture; it runs until the signal aborts. */
  readonly onLost: (loss: PictureLoss) => void;
  /** Called when a camera has opened; may end the visit. */
  readonly onOpened: (feed: CameraFeed) => void;
  /** Starts the guidance by the camera's picture, if available, until the signal aborts. */
  readonly guide: (feed: CameraFeed, take: () => void, signal: AbortSignal) => void;
  /** Called when the camera is closed, with a promise of its video, or of null. */
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

  /** Opens a camera, with its own timer, video and guidance. */
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
  const { camera, recorder, secondsPerPose, view, clock, timer, isTimerHeld, signal } = options;
  const { pose, send, underWay, onStored, onProblem, onLost, onOpened, guide, onVideo } = options;
  const change = (members: Partial<LiveView>) => {
    view.value = { ...view.peek(), ...members };
  };
  let feed: CameraFeed | null = null;
  let recording: Recording | null = null;
  /** Number of consecutive frames that could not be captured. */
  let losses = 0;

  function stop(): void {
    // Finished before the tracks stop, because otherwise the video may lose its last second.
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

  /** Blocks the shutter until a frame of this pose that is still being sent has arrived or failed. */
  async function awaitFrame(sent: Promise<unknown> | null): Promise<void> {
    if (!sent) return;
    change({ taking: true, sending: true });
    await sent;
    if (!signal.aborted) change({ taking: false, sending: false });
  }

  /**
   * Starts the video at once, or when the recorder loads before the first pose is stored: a later video would lack that pose.
   * Ends it at its maximum length, even if poses follow.
   */
  async function startVideo(stream: MediaStream): Promise<void> {
    const start = await recorder;
    if (signal.aborted || pose() > 0) return;
    recording = start?.(stream) ?? null;
    if (!recording) return;
    const { finish } = recording;
    await clock.sleep(maxVideoMs, signal);
    void finish();
  }

  /** Captures each pose when its time is over, unless the timer is off, or guidance decides. */
  async function countDown(): Promise<void> {
    let spentMs = 0;
    let lastMs = clock.now();
    while (!signal.aborted) {
      await clock.sleep(tickMs, signal);
      if (signal.aborted) return;
      const nowMs = clock.now();
      const elapsedMs = isTimerHeld() ? 0 : Math.min(maxTickMs, nowMs - lastMs);
      const { taking, poseHint } = view.peek();
      spentMs = taking || poseHint || !timer.isOn ? 0 : spentMs + elapsedMs;
      lastMs = nowMs;
      if (poseHint) continue;
      const wholeMs = secondsPerPose * 1000 + (pose() === 0 ? positioningMs : 0);
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
    let noticeShown = clock.sleep(minNoticeMs, signal);
    let isSending = true;
    void clock.sleep(longSendingMs, signal).then(() => {
      if (!isSending || signal.aborted) return;
      change({ sending: true });
      noticeShown = clock.sleep(minNoticeMs, signal);
    });
    // Retries a frame that is lost because the camera is about to stop; two in a row mean that the camera is lost.
    const frame = await from.takePicture().catch(() => null);
    losses = frame ? 0 : losses + 1;
    if (losses > 1 && !signal.aborted) return onLost('busy');
    const isStored = frame !== null && !signal.aborted && (await send(frame));
    await noticeShown;
    isSending = false;
    if (signal.aborted) return;
    change({ taking: false, sending: false });
    if (isStored) onStored();
  }

  signal.addEventListener('abort', stop);
  // Keeps the button that switches cameras, and its focus, while another camera opens.
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
