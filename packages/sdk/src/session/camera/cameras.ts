import type { Signal } from '@preact/signals';
import { type FlowState, stepOf } from '../../flow/flow-state.ts';
import type { SelfieWork } from '../../steps/selfie/selfie-work.ts';
import { loadWhenOnline, loadWithRetry } from '../load-with-retry.ts';
import { importSending } from '../pictures.ts';
import type { CameraSubject, CaptureKit, Ports } from '../ports.ts';
import type { Sending } from '../sending.ts';
import { sideOf } from '../stage.ts';
import type { LiveView } from '../view.ts';
import type { CameraControls, CameraVisit } from './camera-controls.ts';
import type { ForcedFailure } from './forced-failure.ts';
import type { runLiveCamera } from './live-camera.ts';

/** Dependencies and callbacks of the cameras of a session. */
export interface CameraSession extends Sending {
  readonly ports: Ports;
  /** Updated with what the camera shows. */
  readonly view: Signal<LiveView>;
  /** Resolves once the service has been told that the user has begun. */
  readonly begun: () => Promise<void>;
  /** Called when the session cannot continue. */
  readonly fail: (failure: unknown) => void;
  /** Called when a picture of a document, card or sheet was taken. */
  readonly onPicture: (picture: Blob) => void;
}

/** The cameras of a session. Their code is loaded on first use, and at most one camera runs at a time. */
export interface Cameras {
  /** Returns the controls of the most recently opened camera; null before the first. */
  controls(): CameraControls | null;
  /** Loads the code while the user reads, so that a camera opens immediately. */
  preload(): void;
  /** Opens the camera that the stage needs, until the signal aborts. */
  open(signal: AbortSignal): Promise<void>;
  /** Retries the camera once the user has allowed it, or plugged one in. */
  reopenWhenAllowed(signal: AbortSignal): Promise<void>;
  /** Pauses or resumes the timer of a pose. */
  holdTimer(isHeld: boolean): void;
  /** Submits the poses that the camera has taken, with its video. */
  sendSelfie(signal: AbortSignal): Promise<void>;
}

/** Creates the cameras of a session without loading their code. */
export function createCameras(session: CameraSession): Cameras {
  const { ports, view, flow, dispatch, signal: life, onPicture } = session;
  const { clock } = ports;
  let controls: CameraControls | null = null;
  let selfie: SelfieWork | null = null;
  let forDocument: { run: typeof runLiveCamera; kit: CaptureKit } | null = null;
  let isTimerHeld = false;

  async function openForDocument(signal: AbortSignal): Promise<void> {
    // Does not await loaded code: the browser is asked for the camera before the next screen is drawn.
    const loaded = forDocument ?? (await loadOrReport(fetchForDocument, signal));
    const subject = subjectOf(flow());
    if (!loaded || !subject) return;
    visit(signal, (present) =>
      loaded.run({
        ...present,
        kit: loaded.kit,
        subject,
        // Judges a letter in its middle, the only part that certainly has print in every orientation.
        printAt: subject === 'SHEET' ? 0.5 : undefined,
        // A passport has one page to capture, so it has no side.
        slot: subject === 'PASSPORT' ? null : sideOf(flow()),
        view,
        clock,
        onPicture,
        onProblem: (problem) => dispatch({ kind: 'camera-failed', problem }),
      }),
    );
  }

  /**
   * Opens a camera. When its picture is lost, closes it and opens it once more, which cures most camera failures; the second
   * loss is reported to the user.
   */
  function visit(
    stage: AbortSignal,
    openCamera: (present: CameraVisit) => CameraControls | null,
    isSecond = false,
  ): void {
    const life = new AbortController();
    const end = () => life.abort();
    stage.addEventListener('abort', end);
    controls = openCamera({
      signal: life.signal,
      onLost(problem) {
        if (life.signal.aborted) return;
        if (isSecond) return dispatch({ kind: 'camera-failed', problem });
        stage.removeEventListener('abort', end);
        end();
        visit(stage, openCamera, true);
      },
    });
  }

  async function fetchForDocument() {
    const [{ runLiveCamera: run }, kit] = await Promise.all([
      import('./live-camera.ts'),
      ports.loadCaptureKit(),
      // Loaded before a picture is taken, because a picture without this code would be lost.
      importSending(),
    ]);
    forDocument = { run, kit };
    return forDocument;
  }

  async function fetchSelfie(): Promise<SelfieWork> {
    const [code, kit] = await Promise.all([
      import('../../steps/selfie/selfie-work.ts'),
      ports.loadCaptureKit(),
    ]);
    selfie ??= code.createSelfieWork({ ...session, kit, clock, isTimerHeld: () => isTimerHeld });
    return selfie;
  }

  /**
   * Loads code that drives a camera, with retries. Returns null if the wait was aborted, or if loading failed, which is
   * reported to the flow.
   */
  async function loadOrReport<Code>(fetchCode: () => Promise<Code>, signal: AbortSignal) {
    try {
      const code = await loadWithRetry(fetchCode, clock, signal);
      return signal.aborted ? null : code;
    } catch (failure) {
      if (!signal.aborted) reportMissingCode(flow(), failure);
      return null;
    }
  }

  /** Reports capture code that did not load. Offers a file instead, if the step allows one. */
  function reportMissingCode(state: FlowState, failure: unknown): void {
    const { forced } = failure as Partial<ForcedFailure>;
    const step = stepOf(state);
    if (forced) dispatch({ kind: 'failed', problem: forced });
    else if (step && 'fileAllowed' in step && step.fileAllowed)
      dispatch({ kind: 'camera-failed', problem: 'unloaded' });
    else dispatch({ kind: 'failed', problem: { kind: 'capture-unavailable', code: 'error_code_4' } });
  }

  return {
    controls: () => controls,
    preload() {
      const fetchCode = flow().stage.kind === 'selfie-instruct' ? fetchSelfie : fetchForDocument;
      loadWithRetry<unknown>(fetchCode, clock, life).catch(() => {
        // Loaded again, with an error message, when the camera is needed.
      });
    },
    async open(signal) {
      if (flow().stage.kind !== 'selfie-camera') return openForDocument(signal);
      const work = selfie ?? (await loadOrReport(fetchSelfie, signal));
      // The visit may have ended while the code loaded; another call then opens the camera.
      if (work && !signal.aborted) visit(signal, (present) => work.openCamera(present));
    },
    async reopenWhenAllowed(signal) {
      const kit = await ports.loadCaptureKit().catch(() => null);
      await kit?.camera.allowed(signal);
      if (!signal.aborted && kit) dispatch({ kind: 'tried-again' });
    },
    holdTimer(isHeld) {
      isTimerHeld = isHeld;
    },
    async sendSelfie(signal) {
      // The camera is no longer needed, so the wait for the code is shown as a wait for the connection.
      const onMissing = () => dispatch({ kind: 'connection-changed', offline: true });
      const work = selfie ?? (await loadWhenOnline(fetchSelfie, { clock, signal, onMissing }));
      if (!work) return;
      // Clears the notice, which a submission without a video would keep until its reply.
      dispatch({ kind: 'connection-changed', offline: false });
      await work.send();
    },
  };
}

/** Returns the subject of the camera; null until a document type is chosen. */
function subjectOf(state: FlowState): CameraSubject | null {
  const { stage, document } = state;
  if ('slot' in stage) return stage.slot.startsWith('card') ? 'CARD' : 'SHEET';
  if (sideOf(state) !== 'back') return document;
  return document === 'DRIVERS_LICENSE' ? 'BARS' : 'BACK';
}
