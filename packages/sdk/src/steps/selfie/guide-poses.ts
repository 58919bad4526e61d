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

/** How long a pose must be held until its picture takes itself, in ms. */
const holdMs = 500;

/** Least time between two frames that are looked at, in ms. */
const frameMs = 100;

/**
 * A pose that is not seen for so long is asked for by time, in ms: the tracker may not know this face or this light, and
 * decides nothing.
 */
const patienceMs = 15_000;

/** References that the poses of one attempt are measured against. */
export interface MeasuredAttempt {
  /** The face whose picture was taken first, looking straight into the camera; null while none is known. */
  first: SeenFace | null;
}

/** Options of guiding the user during a visit to the front camera. */
export interface PoseGuideOptions {
  readonly feed: CameraFeed;
  readonly tracker: FaceTracker;
  readonly view: Signal<LiveView>;
  readonly clock: Clock;
  /** Ends the guiding. */
  readonly signal: AbortSignal;
  readonly poses: readonly SelfiePose[];
  /** Measures of the attempt so far, which may have begun before this visit. */
  readonly measured: MeasuredAttempt;
  /** The pose that is asked for, counted from 0. */
  readonly pose: () => number;
  /** Whether the user is asked something else. */
  readonly isHeld: () => boolean;
  /** Takes the picture of the pose. */
  readonly take: () => void;
}

/**
 * Shows what prevents each pose, and captures it as soon as it is held. While it runs, the view has a `poseHint`; if it ends or
 * times out on a pose, the timer takes over.
 */
export async function guidePoses(options: PoseGuideOptions): Promise<void> {
  const { feed, tracker, view, clock, signal, poses, measured, pose, isHeld, take } = options;
  const change = (members: Partial<LiveView>) => {
    view.value = { ...view.peek(), ...members };
  };
  let asked = -1;
  let askedMs = 0;
  let hint: SteadyHint<PoseHint> = beginAnew();
  let before: SeenFace | null = null;

  function beginAnew(): SteadyHint<PoseHint> {
    return { shown: 'pose', shownSinceMs: clock.now(), rival: null };
  }

  /** Tells whether guidance is paused: the user operates the shutter, reads something else, or sees the picture just taken. */
  function pausing(): boolean {
    const { taking, timer } = view.peek();
    return taking || timer !== 'on' || isHeld();
  }

  function askNext(): void {
    if (asked === 0) measured.first = before;
    asked = pose();
    before = null;
    askedMs = clock.now();
    hint = beginAnew();
  }

  async function look(): Promise<void> {
    const frame = feed.grabFrame(null);
    if (!frame) return;
    const sight = await tracker.look(frame.picture);
    if (signal.aborted || pausing() || asked !== pose()) return;
    const nowMs = clock.now();
    const ask: PoseAsked = {
      pose: poses[asked] ?? 'straight',
      first: measured.first,
      before,
      isHeld: hint.shown === 'hold-still',
    };
    before = sight.face;
    if (nowMs - askedMs > patienceMs || !canBeJudged(ask)) return change({ poseHint: null });
    const found = poseHintFor(sight, ask);
    hint = steadyHint(hint, found, nowMs);
    const heldMs = hint.shown === 'hold-still' ? nowMs - hint.shownSinceMs : 0;
    change({ poseHint: hint.shown, held: Math.min(1, heldMs / holdMs) });
    // The hint outlives one bad frame, and the picture must not be that frame.
    if (heldMs >= holdMs && found === 'hold-still') take();
  }

  try {
    while (!signal.aborted) {
      const startedMs = clock.now();
      if (asked !== pose()) askNext();
      if (!pausing()) await look();
      else if (!view.peek().taking) {
        // Movements of the user during the pause were not asked for, so they do not count.
        if (view.peek().poseHint !== null) change({ poseHint: null, held: 0 });
        askedMs = clock.now();
        hint = beginAnew();
        // The face may be elsewhere when the picture is taken.
        before = null;
      }
      await clock.sleep(Math.max(0, frameMs - (clock.now() - startedMs)), signal);
    }
  } finally {
    if (!signal.aborted) change({ poseHint: null, held: 0 });
  }
}
