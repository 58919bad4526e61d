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
  /** Whether the timer is paused, because a dialog is open. */
  readonly isTimerHeld: () => boolean;
  /** Resolves once the service knows that the user has begun. */
  readonly begun: () => Promise<void>;
  /** Called when the session cannot continue. */
  readonly fail: (failure: unknown) => void;
}

/** Carries out the stages of a selfie. */
export interface SelfieWork {
  /** Captures the poses until the visit ends. */
  openCamera(visit: CameraVisit): CameraControls | null;
  /** Submits the poses, with the video of the last visit to the camera. */
  send(): Promise<void>;
}

/**
 * Creates the camera and the upload of a selfie. Loaded when a selfie is first requested; the video is kept between the stages.
 */
export function createSelfieWork(session: SelfieSession): SelfieWork {
  const { kit, ports, clock, view, isTimerHeld, flow, dispatch, begun, fail } = session;
  /** Shared by all visits: a user who turned the timer off does not get it back after a retry. */
  const timer = { isOn: true };
  const none = Promise.resolve(null);
  /** Kept until the attempt is submitted, so that it can be sent again when the user tries again. */
  let video: Promise<Blob | null> = none;
  /** Whether a pose of this attempt was taken by a virtual camera. */
  let isVirtual = false;
  /** Camera that takes the poses of this attempt. */
  let cameraId: string | null = null;
  let measured: MeasuredAttempt = { first: null };
  /** Aborts the upload of this visit's frames. Uploads continue while the page is hidden, or the camera is reopened. */
  let frames = new AbortController();
  /** Frame that was sent last; null once its upload has settled. */
  let last: { readonly settled: Promise<unknown>; readonly isDue: () => boolean } | null = null;
  session.signal.addEventListener('abort', () => frames.abort());
  /** Not awaited before a picture, which needs neither video nor guidance. */
  const loading = ports.loadSelfieKit();

  function takenPoses(): number {
    const { stage } = flow();
    return stage.kind === 'selfie-camera' ? stage.taken : 0;
  }

  /** Starts again from the first pose after another camera replaced a lost one, because all poses must come from one camera. */
  function restartPoses(): void {
    batch(() => {
      dispatch({ kind: 'went-back' });
      dispatch({ kind: 'camera-asked' });
    });
  }

  /** Returns the promise of the upload for the current pose; null if none is being sent. */
  const underWay = () => (last?.isDue() ? last.settled : null);

  /** Sends the frame of the current pose; resolves to whether the service has stored it. */
  async function send(frame: Blob, visit: AbortSignal): Promise<boolean> {
    const pose = takenPoses();
    // Replaced with each stored pose, and when the poses restart.
    const { stored } = flow();
    const isDue = () => flow().stored === stored && flow().stage.kind === 'selfie-camera';
    const arriving = sendFrame(frame, pose, frames.signal).then((isStored) => {
      if (last === sent) last = null;
      // Reported here if the visit that sent the pose has ended.
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

  /** Guides the user until the visit ends, if there is a tracker. Rejects if the tracker cannot start or fails. */
  async function guide(guided: Omit<PoseGuideOptions, 'tracker'>): Promise<void> {
    if (kit.isDrawn) return;
    const selfieKit = await loading;
    const tracker = await selfieKit?.startTracker(guided.signal);
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
      const hasStarted = () => takenPoses() > 0 || underWay() !== null;
      const startsOver = !hasStarted();
      video = none;
      signal.addEventListener('abort', () => {
        if (flow().stage.kind !== 'selfie-camera') frames.abort();
      });
      if (!underWay()) {
        frames.abort();
        frames = new AbortController();
      }
      // A visit that starts with the first pose replaces everything that an earlier one has sent.
      if (startsOver) {
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
        isTimerHeld,
        signal,
        pose: takenPoses,
        send: (frame) => send(frame, signal),
        underWay,
        onStored: () => dispatch({ kind: 'pose-stored', pose: takenPoses() }),
        onProblem: (problem) => dispatch({ kind: 'camera-failed', problem }),
        onLost,
        onOpened(feed) {
          if (hasStarted() && feed.cameraId !== cameraId) return restartPoses();
          cameraId = feed.cameraId;
          // Ignores a camera that the user left before the first pose, because it has no part in the attempt.
          isVirtual = feed.isVirtual || (isVirtual && hasStarted());
        },
        guide(feed, take, signal) {
          const poses = () => selfieStepOf(flow())?.poses ?? [];
          const guided = { feed, take, view, clock, signal, measured, poses, pose: takenPoses };
          guide({ ...guided, isTimerHeld }).catch(() => {
            // Falls back to the timer if the device cannot run the guidance, or it fails.
          });
        },
        onVideo(recorded) {
          // Drops a video that started after the first pose, and that of a visit which ended before the last one. Keeps a video
          // that reached its maximum length before the last pose: it is for people, and the service judges only the pictures.
          const isKept = startsOver && flow().stage.kind === 'selfie-upload';
          video = isKept ? recorded : none;
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
