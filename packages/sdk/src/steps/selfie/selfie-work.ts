import { batch, type Signal } from '@preact/signals';
import type { CameraControls, CameraVisit } from '../../session/camera/camera-controls.ts';
import type { CaptureKit, Clock, Ports } from '../../session/ports.ts';
import type { Sending } from '../../session/sending.ts';
import type { LiveView } from '../../session/view.ts';
import type { MeasuredAttempt, PoseGuideOptions } from './guide-poses.ts';
import { runSelfieCamera } from './run-selfie-camera.ts';
import { selfieStepOf } from './selfie-step.ts';
import { sendPose, sendSelfie } from './send-selfie.ts';

/** Dependencies of the stages of a selfie. */
export interface SelfieSession extends Sending {
  readonly kit: CaptureKit;
  readonly ports: Pick<Ports, 'loadSelfieKit'>;
  readonly clock: Clock;
  readonly view: Signal<LiveView>;
  /** Whether the time for a pose stands still: the user is asked something else. */
  readonly isTimerHeld: () => boolean;
  /** Resolves once the service knows that the user has begun. */
  readonly begun: () => Promise<void>;
  /** The session cannot go on. */
  readonly fail: (failure: unknown) => void;
}

/** Carries out the stages of a selfie. */
export interface SelfieWork {
  /** Takes the poses until the visit ends. */
  openCamera(visit: CameraVisit): CameraControls | null;
  /** Submits the poses, with the video of the last visit to the camera. */
  send(): Promise<void>;
}

/** Joins camera and sending of a selfie. Loaded when a selfie is first asked for; the video is kept between the stages. */
export function createSelfieWork(session: SelfieSession): SelfieWork {
  const { kit, ports, clock, view, isTimerHeld, flow, dispatch, begun, fail } = session;
  /** Outlasts the visits: who turned the timer off needs no timer after a retry either. */
  const timer = { isOn: true };
  const none = Promise.resolve(null);
  /** Kept until the attempt is submitted: what could not be sent is sent again when the user tries again. */
  let video: Promise<Blob | null> = none;
  /** A pose of this attempt was taken by a camera that seems to be a program. */
  let isVirtual = false;
  /** Camera that takes the poses of this attempt. */
  let cameraId: string | null = null;
  let measured: MeasuredAttempt = { first: null };
  /** Ends the frames of this visit to the camera. They go on while the page is away, or the camera is opened once more. */
  let frames = new AbortController();
  /** The frame that was sent last; null once that is settled. */
  let last: { readonly settled: Promise<unknown>; readonly isDue: () => boolean } | null = null;
  session.signal.addEventListener('abort', () => frames.abort());
  /** No picture waits for the video, nor for guidance. */
  const loading = ports.loadSelfieKit();

  function takenPoses(): number {
    const { stage } = flow();
    return stage.kind === 'selfie-camera' ? stage.taken : 0;
  }

  /** Another camera replaced a lost one, and all poses must come from one camera. */
  function beginAnew(): void {
    batch(() => {
      dispatch({ kind: 'went-back' });
      dispatch({ kind: 'camera-asked' });
    });
  }

  /** Answers the promise that the frame of the pose that is due waits for; null when none is on its way. */
  const underWay = () => (last?.isDue() ? last.settled : null);

  /** Sends the frame of the pose that is due; answers whether the service holds it now. */
  async function send(frame: Blob, visit: AbortSignal): Promise<boolean> {
    const pose = takenPoses();
    // Changes with each stored pose, and when the poses restart.
    const { stored } = flow();
    const isDue = () => flow().stored === stored && flow().stage.kind === 'selfie-camera';
    const arriving = sendFrame(frame, pose, frames.signal).then((isStored) => {
      if (last === sent) last = null;
      // The visit that sent the pose has ended, so nothing else reports it.
      if (isStored && visit.aborted && isDue()) dispatch({ kind: 'pose-stored', pose });
      return isStored;
    });
    const sent = { settled: arriving, isDue };
    last = sent;
    return arriving;
  }

  async function sendFrame(frame: Blob, pose: number, signal: AbortSignal): Promise<boolean> {
    try {
      await begun();
      return await sendPose({ ...sendingUntil(signal), isVirtual }, pose, frame);
    } catch (failure) {
      if (!signal.aborted) fail(failure);
      return false;
    }
  }

  /** Guides the user until the visit ends. Rejects when nothing can. */
  async function guide(guided: Omit<PoseGuideOptions, 'tracker'>): Promise<void> {
    if (kit.isDrawn) return;
    const besides = await loading;
    const tracker = await besides?.startTracker(guided.signal);
    if (!tracker) return;
    try {
      const { guidePoses } = await import('./guide-poses.ts');
      await guidePoses({ ...guided, tracker });
    } finally {
      tracker.dispose();
    }
  }

  const sendingUntil = (signal: AbortSignal): Sending => ({
    service: session.service,
    flow,
    dispatch,
    digests: session.digests,
    signal,
  });

  return {
    openCamera({ signal, onLost }) {
      const step = selfieStepOf(flow());
      if (!step) return null;
      const isAmid = () => takenPoses() > 0 || underWay() !== null;
      const beginsAnew = !isAmid();
      video = none;
      signal.addEventListener('abort', () => {
        if (flow().stage.kind !== 'selfie-camera') frames.abort();
      });
      if (!underWay()) {
        frames.abort();
        frames = new AbortController();
      }
      // A visit that begins with the first pose replaces whatever an earlier one has sent.
      if (beginsAnew) {
        session.digests.clear();
        isVirtual = false;
        measured = { first: null };
      }
      return runSelfieCamera({
        camera: kit.camera,
        recorder: loading.then((kit) => kit?.record ?? null),
        secondsPerPose: step.secondsPerPose,
        view,
        clock,
        timer,
        isHeld: isTimerHeld,
        signal,
        pose: takenPoses,
        send: (frame) => send(frame, signal),
        underWay,
        onStored: () => dispatch({ kind: 'pose-stored', pose: takenPoses() }),
        onProblem: (problem) => dispatch({ kind: 'camera-failed', problem }),
        onLost,
        onOpened(feed) {
          if (isAmid() && feed.cameraId !== cameraId) return beginAnew();
          cameraId = feed.cameraId;
          // Ignores a camera that the user left for another one before the first pose: it has no part in the attempt.
          isVirtual = feed.isVirtual || (isVirtual && isAmid());
        },
        guide(feed, take, signal) {
          const guided = { feed, take, view, clock, signal, measured, poses: step.poses, pose: takenPoses };
          guide({ ...guided, isHeld: isTimerHeld }).catch(() => {
            // Falls back to taking the poses by time where the device cannot run the guidance, or it breaks.
          });
        },
        onVideo(recorded) {
          // Drops a video that began after the first pose, or that ended before the last one: it would not show all poses.
          const isWhole = beginsAnew && flow().stage.kind === 'selfie-upload';
          video = isWhole ? recorded : none;
        },
      });
    },
    async send() {
      await begun();
      const { signal } = session;
      if (signal.aborted || flow().stage.kind !== 'selfie-upload') return;
      await sendSelfie({ ...sendingUntil(signal), clock, video, isVirtual }).catch(fail);
      if (!/upload|problem/.test(flow().stage.kind)) video = none;
    },
  };
}
