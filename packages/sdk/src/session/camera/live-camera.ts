import type { Signal } from '@preact/signals';
import type { CaptureSlot } from '@vendor/contract';
import type { CameraProblem } from '../../flow/screen.ts';
import { firstHint, type SteadyHint, steadyHint } from '../../flow/steady-hint.ts';
import {
  type Analyser,
  CameraFailure,
  type CameraFeed,
  type CameraSubject,
  type CaptureKit,
  type Clock,
  type PictureLoss,
} from '../ports.ts';
import type { LiveView } from '../view.ts';
import type { CameraControls } from './camera-controls.ts';
import { noPicture } from './live-view.ts';
import { outlineMotion } from './outline-motion.ts';

/** How long the picture must stay good before it is taken automatically, in ms. */
const holdMs = 1_200;

/**
 * Maximum `outlineMotion` between two frames of a document that is held still: each corner by two of the 320 searched pixels,
 * both across and down. A trembling hand stays below that on devices that analyse more than four frames a second; on slower
 * ones the user presses the shutter.
 */
const maxMotion = 0.07;

/** Share of the hold time from which frames are kept at full resolution, because one may become the picture. */
const keepFrameFrom = 0.9;

/** Minimum time between two analysed frames, in ms: twelve a second guide as well as thirty and keep the device cool. */
const minFrameMs = 80;

/** Time after which the screen stops waiting for the analysis to load and drops its hint, in ms. */
const analysisTimeoutMs = 8_000;

/** Maximum age of a frame whose outline may crop the picture shown now, in ms: after that, the document may have moved. */
const maxOutlineAgeMs = 500;

/** Maximum starts of the analysis in one visit; after that many failures the camera runs without it. */
const maxStarts = 3;

/** Options and callbacks of one visit to the camera screen. */
export interface LiveCameraOptions {
  readonly kit: CaptureKit;
  readonly subject: CameraSubject;
  /** Position of the print on the document, as defined by `CameraFeed.grabFrame`. */
  readonly printAt: number | undefined;
  /** Side to capture of a subject with two sides; null for subjects with one. */
  readonly slot: CaptureSlot | null;
  /** Updated with what the camera shows. */
  readonly view: Signal<LiveView>;
  readonly clock: Clock;
  /** Ends the visit: every track stops at once. */
  readonly signal: AbortSignal;
  readonly onPicture: (picture: Blob) => void;
  /** Called when no camera could be opened. */
  readonly onProblem: (problem: CameraProblem) => void;
  /** Called when the camera no longer shows anything; it stays open until the signal aborts. */
  readonly onLost: (loss: PictureLoss) => void;
}

/**
 * Opens a camera, guides the user by what it sees, and takes the picture. Runs one camera at a time, until the signal aborts.
 */
export function runLiveCamera(options: LiveCameraOptions): CameraControls {
  const { kit, subject, printAt, slot, view, clock, signal, onPicture, onProblem, onLost } = options;
  const change = (members: Partial<LiveView>) => {
    view.value = { ...view.peek(), ...members };
  };
  /** The running camera; null before the first camera and while switching. */
  let feed: CameraFeed | null = null;
  /** Smoothed hint of the current camera; restarts with each camera. */
  let hint: SteadyHint;
  /** Last time at which the picture was bad or the document moved. */
  let lastMotionMs = 0;
  let isSure = false;
  /** When the last analysed frame was grabbed. */
  let analysedAtMs = 0;

  function stop(): void {
    feed?.close();
    feed = null;
    view.value = noPicture;
  }

  async function open(otherThan: string | null): Promise<void> {
    try {
      const opened = await kit.camera.open(otherThan, signal, 'environment', ({ stream, ...picture }) => {
        if (!signal.aborted) change({ opened: stream, ...picture, outline: null });
      });
      if (signal.aborted) return opened.close();
      show(opened);
    } catch (failure) {
      if (!(failure instanceof CameraFailure)) onLost('busy');
      else if (!signal.aborted) onProblem(failure.problem);
    }
  }

  function show(opened: CameraFeed): void {
    feed = opened;
    hint = firstHint(clock.now());
    opened.onLost((loss) => {
      if (feed === opened) onLost(loss);
    });
    const { stream, widthPx, heightPx, mirrored, canSwitchCamera, hasTorch } = opened;
    const torch = hasTorch ? 'off' : 'none';
    change({ stream, opened: stream, widthPx, heightPx, mirrored, canSwitchCamera, torch });
  }

  async function guide(): Promise<void> {
    let isGuided = false;
    void clock.sleep(analysisTimeoutMs, signal).then(() => {
      if (!isGuided && !signal.aborted) change({ hint: null });
    });
    for (let starts = 0; starts < maxStarts && !signal.aborted; starts += 1) {
      const analyser = await kit.startAnalyser(signal, slot).catch(() => null);
      if (!analyser) break;
      const end = () => analyser.dispose();
      try {
        // Ends the worker immediately, without waiting for the frame's result: nothing may run on in a page that has closed the
        // flow.
        signal.addEventListener('abort', end);
        isGuided = true;
        await watch(analyser);
      } catch {
        // The worker was killed for lack of memory, or hung: the next one starts from a clean slate.
        change({ held: 0 });
      } finally {
        signal.removeEventListener('abort', end);
        end();
      }
    }
    // The shutter still works without guidance.
    if (!signal.aborted) change({ hint: null, outline: null, held: 0 });
  }

  async function watch(analyser: Analyser): Promise<void> {
    while (!signal.aborted) {
      const startedMs = clock.now();
      const { outline, taking, held } = view.peek();
      const watched = feed;
      const isKept = held > keepFrameFrom;
      const frame = taking ? null : watched?.grabFrame(outline, isKept, printAt);
      if (watched && frame) {
        const found = await analyser.analyse(frame, subject);
        // Ignores the result if the camera was switched or closed, or the picture was taken meanwhile.
        if (feed === watched && !view.peek().taking) {
          const now = clock.now();
          hint = steadyHint(hint, found.hint, now);
          // A sheet fills the frame, and lines printed on it look like its edges.
          isSure = found.isSure && subject !== 'SHEET';
          analysedAtMs = startedMs;
          watched.heed(hint.shown, now);
          if (hint.shown !== 'hold-still' || outlineMotion(outline, found.outline) > maxMotion)
            lastMotionMs = now;
          const heldMs = now - lastMotionMs;
          change({ hint: hint.shown, outline: found.outline, held: Math.min(1, heldMs / holdMs) });
          // The smoothed hint outlasts one bad frame, so the frame's own hint is checked, too. Requires an outline in the
          // previous frame as well; without it, sharpness and motion were not measured.
          if (heldMs >= holdMs && isKept && outline && found.hint === 'hold-still') take(true);
        }
      }
      await clock.sleep(Math.max(0, minFrameMs - (clock.now() - startedMs)), signal);
    }
  }

  /** @param asJudged - captures the frame analysed last; a press of the shutter captures what is shown now. */
  function take(asJudged: boolean): void {
    const { taking, outline } = view.peek();
    if (!feed || taking) return;
    change({ taking: true });
    // Crops only to an outline that is certain and fresh, because the rest of the frame is lost.
    const isThere = isSure && (asJudged || clock.now() - analysedAtMs < maxOutlineAgeMs);
    feed.takePicture(isThere ? outline : null, asJudged).then(
      (picture) => {
        if (!signal.aborted) onPicture(picture);
      },
      // The camera is about to stop, or memory is short: reopening it may help.
      () => onLost('busy'),
    );
  }

  signal.addEventListener('abort', stop);
  view.value = noPicture;
  void open(null).then(() => {
    if (feed) void guide();
  });
  return {
    takePicture: () => take(false),
    switchCamera() {
      const { canSwitchCamera, taking, hint } = view.peek();
      if (!feed || !canSwitchCamera || taking) return;
      const { cameraId } = feed;
      stop();
      // Keeps the switch button, and its focus.
      change({ hint: hint && 'looking', canSwitchCamera: true });
      void open(cameraId);
    },
    toggleTorch() {
      const camera = feed;
      const on = view.peek().torch === 'off';
      if (camera?.hasTorch)
        void camera.setTorch(on).then((done) => {
          if (done && feed === camera) change({ torch: on ? 'on' : 'off' });
        });
    },
  };
}
