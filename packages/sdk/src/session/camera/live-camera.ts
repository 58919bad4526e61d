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

/** How long the picture must be good until it takes itself, in ms. */
const holdMs = 1_200;

/**
 * A document that moves farther from one frame to the next is not held still: each corner by two of the 320 pixels that are
 * searched, across and down. A hand's tremble stays below that where the device looks more than four times a second; else the
 * shutter is there.
 */
const mostMotion = 0.07;

/** From this share of that time on a frame may be the picture. */
const nearlyHeld = 0.9;

/** Least time between two analysed frames, in ms: twelve a second guide as well as thirty and leave the device cool. */
const frameMs = 80;

/** An analysis that has not come after so long, in ms, may never: until it does, nothing watches the picture. */
const lateMs = 8_000;

/**
 * How old a frame may be whose outline cuts out what is shown now, in ms: since an older one a hand may have moved the document.
 */
const freshMs = 500;

/** How often the analysis is started in one visit; what breaks time and again is as good as none. */
const mostStarts = 3;

/** Options and callbacks of one visit to the camera screen. */
export interface LiveCameraOptions {
  readonly kit: CaptureKit;
  readonly subject: CameraSubject;
  /** Position of the print on the document, as `CameraFeed.grabFrame` takes it. */
  readonly printAt: number | undefined;
  /** Side to capture of a subject with two sides; null for subjects with one. */
  readonly slot: CaptureSlot | null;
  /** Kept up to date with what the camera shows. */
  readonly view: Signal<LiveView>;
  readonly clock: Clock;
  /** Ends the visit: every track stops at once. */
  readonly signal: AbortSignal;
  readonly onPicture: (picture: Blob) => void;
  /** No camera could be opened. */
  readonly onProblem: (problem: CameraProblem) => void;
  /** Called when the camera shows nothing any more; it stays open until the signal aborts. */
  readonly onLost: (loss: PictureLoss) => void;
}

/** Opens a camera, guides the user by what it sees, and takes the picture: one camera at a time, until the signal aborts. */
export function runLiveCamera(options: LiveCameraOptions): CameraControls {
  const { kit, subject, printAt, slot, view, clock, signal, onPicture, onProblem, onLost } = options;
  const change = (members: Partial<LiveView>) => {
    view.value = { ...view.peek(), ...members };
  };
  /** The camera that runs; null before the first and between two. */
  let feed: CameraFeed | null = null;
  /** Smoothed hint of the current camera; restarts with each camera. */
  let hint: SteadyHint;
  /** Last time at which the picture was bad or the document moved. */
  let unrestMs = 0;
  let isSure = false;
  /** When the frame was grabbed that was judged last. */
  let seenMs = 0;

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
    void clock.sleep(lateMs, signal).then(() => {
      if (!isGuided && !signal.aborted) change({ hint: null });
    });
    for (let starts = 0; starts < mostStarts && !signal.aborted; starts += 1) {
      const analyser = await kit.startAnalyser(signal, slot).catch(() => null);
      if (!analyser) break;
      const end = () => analyser.dispose();
      try {
        // At once, not when the frame has been answered: nothing may run on in a page that has closed the flow.
        signal.addEventListener('abort', end);
        isGuided = true;
        await watch(analyser);
      } catch {
        // A worker that was ended for want of memory, or hung: the next one begins with a clean table.
        change({ held: 0 });
      } finally {
        signal.removeEventListener('abort', end);
        end();
      }
    }
    // The shutter goes on without guidance.
    if (!signal.aborted) change({ hint: null, outline: null, held: 0 });
  }

  async function watch(analyser: Analyser): Promise<void> {
    while (!signal.aborted) {
      const startedMs = clock.now();
      const { outline, taking, held } = view.peek();
      const watched = feed;
      const isKept = held > nearlyHeld;
      const frame = taking ? null : watched?.grabFrame(outline, isKept, printAt);
      if (watched && frame) {
        const found = await analyser.analyse(frame, subject);
        // Not where it has been left meanwhile, nor with the visit, whose end stops it.
        if (feed === watched && !view.peek().taking) {
          const now = clock.now();
          hint = steadyHint(hint, found.hint, now);
          // A sheet fills the frame, and what is printed across it looks like its edges.
          isSure = found.isSure && subject !== 'SHEET';
          seenMs = startedMs;
          watched.heed(hint.shown, now);
          if (hint.shown !== 'hold-still' || outlineMotion(outline, found.outline) > mostMotion)
            unrestMs = now;
          const heldMs = now - unrestMs;
          change({ hint: hint.shown, outline: found.outline, held: Math.min(1, heldMs / holdMs) });
          // The hint outlives one bad frame, and the picture must not be that frame; nor the one after it, of which nobody knows
          // how
          // sharp it is and how far the document has moved.
          if (heldMs >= holdMs && isKept && outline && found.hint === 'hold-still') take(true);
        }
      }
      await clock.sleep(Math.max(0, frameMs - (clock.now() - startedMs)), signal);
    }
  }

  /** @param asJudged - the frame that was looked at last; a press means what is shown now. */
  function take(asJudged: boolean): void {
    const { taking, outline } = view.peek();
    if (!feed || taking) return;
    change({ taking: true });
    // Uses the outline only where it is certain and fresh, since it decides which part of the frame is kept.
    const isThere = isSure && (asJudged || clock.now() - seenMs < freshMs);
    feed.takePicture(isThere ? outline : null, asJudged).then(
      (picture) => {
        if (!signal.aborted) onPicture(picture);
      },
      // The camera is about to stop, or memory ran out: opening it again may help.
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
      // Keeps the switch button, and the focus on it.
      change({ hint: hint && 'looking', canSwitchCamera: true });
      void open(cameraId);
    },
    toggleTorch() {
      const asked = feed;
      const on = view.peek().torch === 'off';
      if (asked?.hasTorch)
        void asked.setTorch(on).then((done) => {
          if (done && feed === asked) change({ torch: on ? 'on' : 'off' });
        });
    },
  };
}
