import type { CaptureSlot, ClientState, DocumentType, StoredCapture, SubmitRequest } from '@vendor/contract';
import type { CaptureHint, UploadProgress } from '../flow/screen.ts';
import type { Outline } from './view.ts';

/** Time, as the session needs it. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Resolves after a time, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Which attempt of which step a call is about. */
export interface Attempt {
  readonly stepId: string;
  readonly attempt: number;
}

/** How a call is watched and ended. */
export interface Call {
  readonly signal: AbortSignal;
  /** Told when a try fails and another will follow, and when the service answers again. */
  readonly onConnection?: (offline: boolean) => void;
}

/** What the service is told in passing: it needs no answer and outlives the page. */
export interface Farewell {
  /** The user gave up. */
  cancel(): void;
  /** The page went away. */
  leave(): void;
}

/**
 * The service, with the session's key. Calls try again by themselves while that may help; they reject with a
 * `ServiceFailure`, or with the signal's reason.
 */
export interface Service extends Farewell {
  begin(call: Call): Promise<ClientState>;
  /** Stores a picture; resolves once the service holds it durably. */
  upload(
    attempt: Attempt,
    side: CaptureSlot,
    picture: Blob,
    call: Call & { readonly onProgress: (progress: UploadProgress) => void },
  ): Promise<StoredCapture>;
  submit(attempt: Attempt, submission: SubmitRequest, call: Call): Promise<ClientState>;
  /** The state once it is newer than `afterSeq`, or as it is when the wait is over. */
  state(afterSeq: number, waitSeconds: number, signal: AbortSignal): Promise<ClientState>;
}

/** Rejects `Camera.open`. */
export class CameraFailure extends Error {
  declare readonly problem: 'denied' | 'missing' | 'busy' | 'forbidden';

  constructor(problem: CameraFailure['problem']) {
    super(`The camera could not be opened: ${problem}`);
    this.name = 'CameraFailure';
    this.problem = problem;
  }
}

/** A frame to be analysed: small, and a detail at full resolution to judge the print by. */
export interface AnalysisFrame {
  readonly picture: FramePixels;
  /** From the middle of the document when one was found, as many pixels as the camera gives. */
  readonly detail: FramePixels | null;
  /** Width of the picture that the small one was made from, in pixels. */
  readonly fullWidthPx: number;
}

/** RGBA, row by row. The buffer is handed over with the frame. */
export interface FramePixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** What a frame shows. */
export interface FrameFindings {
  readonly hint: CaptureHint;
  readonly outline: Outline | null;
}

/** A camera that runs. Exactly one runs at any time. */
export interface CameraFeed {
  readonly stream: MediaStream;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly mirrored: boolean;
  /** Id of the camera, to ask for another. */
  readonly cameraId: string | null;
  readonly canSwitchCamera: boolean;
  readonly hasTorch: boolean;
  /** Answers whether the torch is as asked. */
  setTorch(on: boolean): Promise<boolean>;
  /** The present frame, made small; null while there is none. The detail is taken inside the outline. */
  grabFrame(outline: Outline | null): AnalysisFrame | null;
  /** The present frame at full resolution, as a JPEG. */
  takePicture(): Promise<Blob>;
  /** Called once when the camera stops by itself: unplugged, taken, or forbidden. */
  onStopped(listener: () => void): void;
  /** Stops every track, at once. */
  close(): void;
}

export interface Camera {
  /**
   * Opens the camera that looks away from the user, or the one after `otherThan`. Rejects with a `CameraFailure`.
   * An aborted opening leaves no track running.
   */
  open(otherThan: string | null, signal: AbortSignal): Promise<CameraFeed>;
  /** Resolves when the user has allowed a camera that was denied; never when the browser cannot tell. */
  allowed(signal: AbortSignal): Promise<void>;
}

export interface Analyser {
  analyse(frame: AnalysisFrame, document: DocumentType): Promise<FrameFindings>;
  dispose(): void;
}

/** The capture code, which is loaded when it is first needed. */
export interface CaptureKit {
  readonly camera: Camera;
  /** Rejects when the analysis can run nowhere; the camera works without it. */
  startAnalyser(signal: AbortSignal): Promise<Analyser>;
}

/** What the user chose in the present attempt, kept over a reload. Keeps nothing where the browser forbids it. */
export interface ChoiceMemory {
  recall(attempt: Attempt): DocumentType | null;
  keep(attempt: Attempt, document: DocumentType): void;
}

/** The world outside, as the session needs it. */
export interface Ports {
  readonly service: Service;
  readonly clock: Clock;
  /** Rejects when the capture code could not be loaded, after repeated tries. */
  loadCaptureKit(signal: AbortSignal): Promise<CaptureKit>;
  /** Makes a picture that can be sent from a file that the user chose. Rejects when it is no image. */
  preparePicture(file: File): Promise<Blob>;
  readonly memory: ChoiceMemory;
  readonly pictureUrls: { create(picture: Blob): string; revoke(url: string): void };
}
