import type { Signal } from '@preact/signals';
import type { SelfiePose } from '@vendor/contract';
import {
  canBeJudged,
  type PoseAsked,
  type PoseHint,
  poseHintFor,
  type SeenFace,
} from '../../flow/pose-hint.ts';
import { type SteadyHint, steadyHint } from '../../flow/steady-hint.ts';
import type { CameraFeed, Clock, FaceTracker } from '../../session/ports.ts';
import type { LiveView } from '../../session/view.ts';

/** Time for which a pose must be held before it is captured, in ms. */
const holdMs = 500;

/** Minimum interval between analysed frames, in ms. */
const frameMs = 100;

/**
 * Time after which a pose that was not detected is left to the timer, in ms: the tracker may not work for this face or this
 * light, and must not block the user.
 */
const detectionTimeoutMs = 15_000;

/** References against which the poses of one attempt are measured. */
export interface MeasuredAttempt {
  /** Face of the first picture, looking straight into the camera; null until it is known. */
  first: SeenFace | null;
}

/** Options for guiding the user during a visit to the front camera. */
export interface PoseGuideOptions {
  readonly feed: CameraFeed;
  readonly tracker: FaceTracker;
  readonly view: Signal<LiveView>;
  readonly clock: Clock;
  /** Ends the guidance. */
  readonly signal: AbortSignal;
  /** Poses of the attempt, which the service may draw while the camera is open. */
  readonly poses: () => readonly SelfiePose[];
  /** References of the attempt, which may have started before this visit. */
  readonly measured: MeasuredAttempt;
  /** Index of the current pose, from 0. */
  readonly pose: () => number;
  /** Whether the timer is paused, because a dialog is open. */
  readonly isTimerHeld: () => boolean;
  /** Takes the picture of the pose. */
  readonly take: () => void;
}

/**
 * Shows what prevents each pose, and captures it as soon as it is held. While guidance runs, the view has a `poseHint`; if it
 * ends or times out on a pose, the timer takes over.
 */
export async function guidePoses(options: PoseGuideOptions): Promise<void> {
  const { feed, tracker, view, clock, signal, poses, measured, pose, isTimerHeld, take } = options;
  const change = (members: Partial<LiveView>) => {
    view.value = { ...view.peek(), ...members };
  };
  let currentPose = -1;
  let poseSinceMs = 0;
  let hint: SteadyHint<PoseHint> = createHint();
  let before: SeenFace | null = null;

  function createHint(): SteadyHint<PoseHint> {
    return { shown: 'pose', shownSinceMs: clock.now(), rival: null };
  }

  /** Returns whether guidance is paused: the user operates the shutter, has a dialog open, or sees the picture just taken. */
  function isPaused(): boolean {
    const { taking, timer } = view.peek();
    return taking || timer !== 'on' || isTimerHeld();
  }

  function startPose(): void {
    if (currentPose === 0) measured.first = before;
    currentPose = pose();
    before = null;
    poseSinceMs = clock.now();
    hint = createHint();
  }

  async function look(): Promise<void> {
    const frame = feed.grabFrame(null);
    if (!frame) return;
    const sight = await tracker.look(frame.picture);
    if (signal.aborted || isPaused() || currentPose !== pose()) return;
    const nowMs = clock.now();
    const ask: PoseAsked = {
      pose: poses()[currentPose] ?? 'straight',
      first: measured.first,
      before,
      isHeld: hint.shown === 'hold-still',
    };
    before = sight.face;
    if (nowMs - poseSinceMs > detectionTimeoutMs || !canBeJudged(ask)) return change({ poseHint: null });
    const found = poseHintFor(sight, ask);
    hint = steadyHint(hint, found, nowMs);
    const heldMs = hint.shown === 'hold-still' ? nowMs - hint.shownSinceMs : 0;
    change({ poseHint: hint.shown, held: Math.min(1, heldMs / holdMs) });
    // The hint persists through one bad frame, which must not become the picture.
    if (heldMs >= holdMs && found === 'hold-still') take();
  }

  try {
    while (!signal.aborted) {
      const startedMs = clock.now();
      if (currentPose !== pose()) startPose();
      if (!isPaused()) await look();
      else if (!view.peek().taking) {
        // Ignores movements during the pause, because none were requested.
        if (view.peek().poseHint !== null) change({ poseHint: null, held: 0 });
        poseSinceMs = clock.now();
        hint = createHint();
        // Forgets the face, which may have moved before the picture is taken.
        before = null;
      }
      await clock.sleep(Math.max(0, frameMs - (clock.now() - startedMs)), signal);
    }
  } finally {
    if (!signal.aborted) change({ poseHint: null, held: 0 });
  }
}
