import type {
  CaptureSlot,
  ClientState,
  DocumentType,
  FormAnswers,
  StoredCapture,
  SubmitRequest,
} from '@vendor/contract';
import type { FaceSight } from '../flow/pose-hint.ts';
import type { CaptureHint, Offline, UploadProgress } from '../flow/screen.ts';
import type { Outline } from './view.ts';

/** Clock that the session uses. */
export interface Clock {
  /** Returns milliseconds on a monotonic clock. */
  now(): number;
  /** Resolves after a time, or immediately when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Step and attempt that a call belongs to. */
export interface Attempt {
  readonly stepId: string;
  readonly attempt: number;
}

/** Options that observe and abort a call. */
export interface Call {
  readonly signal: AbortSignal;
  /**
   * Called with the kind of outage when an attempt fails and another follows, and with `false` when the service answers again.
   */
  readonly onConnection?: (offline: Offline) => void;
}

/** Messages to the service that need no answer and outlive the page. */
export interface Farewell {
  /** Reports that the user gave up. */
  cancel(): void;
  /** Reports that the page was closed. */
  leave(): void;
}

/**
 * The service, called with the session key. Calls retry while that may help; they reject with a `ServiceFailure`, or with the
 * signal's reason.
 */
export interface Service extends Farewell {
  begin(call: Call): Promise<ClientState>;
  /** Requests more time to finish. */
  extend(call: Call): Promise<ClientState>;
  /**
   * Stores a picture or video; resolves once it is on the service's disk. If something on the way blocks a large picture,
   * stores a smaller version. Rejects with a `blocked` failure if that is blocked, too.
   */
  upload(
    attempt: Attempt,
    slot: CaptureSlot,
    capture: Blob,
    call: Call & {
      readonly onProgress: (progress: UploadProgress) => void;
      /** The camera has the name of a virtual camera. */
      readonly isVirtual?: boolean;
    },
  ): Promise<StoredCapture>;
  /** Sends the answers to a form; rejects with `AnswersRefused` if the service rejects some of them. */
  answer(attempt: Attempt, answers: FormAnswers, call: Call): Promise<ClientState>;
  submit(attempt: Attempt, submission: SubmitRequest, call: Call): Promise<ClientState>;
  /** Returns the current state. */
  stateNow(call: Call): Promise<ClientState>;
  /** Waits for a state newer than `afterSeq`, and returns the current one when the wait is over. Does not retry. */
  state(afterSeq: number, waitSeconds: number, signal: AbortSignal): Promise<ClientState>;
}

/** Rejects `Camera.open`. */
export class CameraFailure extends Error {
  declare readonly problem: 'denied' | 'missing' | 'busy' | 'forbidden' | 'unreadable';

  constructor(problem: CameraFailure['problem']) {
    super(problem);
    this.problem = problem;
  }
}

/** Why a camera no longer shows a picture: it stopped or froze, or the picture is black. */
export type PictureLoss = 'busy' | 'black';

/** Frame to analyse: a small picture, and a detail at full resolution to judge the print by. */
export interface AnalysisFrame {
  readonly picture: FramePixels;
  /** Middle of the document at the camera's resolution; null if no document was found. */
  readonly detail: FramePixels | null;
  /** Width of the camera's picture that the small one was made from, in pixels. */
  readonly fullWidthPx: number;
}

/** RGBA, row by row. The buffer is transferred with the frame. */
export interface FramePixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Results of analysing a frame. */
export interface FrameFindings {
  readonly hint: CaptureHint;
  readonly outline: Outline | null;
  /** Whether the outline is certainly the document's, so that the picture may be cropped to it. */
  readonly isSure: boolean;
}

/** Picture of a camera, and how to show it. */
export interface CameraPicture {
  readonly stream: MediaStream;
  /** Before the first frame, the size that the camera announced, or 0. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly mirrored: boolean;
  /** Undefined until known. */
  readonly canSwitchCamera?: boolean;
}

/** A running camera that has shown its first frame. Only one runs at a time. */
export interface CameraFeed extends CameraPicture {
  /** Id of the camera, by which another can be requested. */
  readonly cameraId: string | null;
  /** Whether there was another camera at the time of opening. */
  readonly canSwitchCamera: boolean;
  readonly hasTorch: boolean;
  /** The camera has the name of a virtual camera, whose program can show any picture. Only a hint. */
  readonly isVirtual: boolean;
  /** Switches the torch; resolves to whether that worked. */
  setTorch(on: boolean): Promise<boolean>;
  /** Adjusts the lens, if possible, to what a frame lacks. Called for every frame. */
  heed(hint: CaptureHint, nowMs: number): void;
  /**
   * Returns the current frame, scaled down, with full detail inside the outline; null if there is none.
   *
   * @param isKept - keeps the frame at full resolution until the next call, because it may be captured.
   * @param printAt - where to measure sharpness, 0..1 from the outline's first side to the opposite one; by default at
   *   machine-readable lines.
   */
  grabFrame(outline: Outline | null, isKept?: boolean, printAt?: number): AnalysisFrame | null;
  /**
   * Captures the current frame at full resolution, as a JPEG: the area around the outline, or all of it without one.
   *
   * @param asKept - captures the kept frame, if there is one.
   */
  takePicture(outline?: Outline | null, asKept?: boolean): Promise<Blob>;
  /** Registers a listener that is called once when the picture is lost: unplugged, used by another program, covered, frozen. */
  onLost(listener: (loss: PictureLoss) => void): void;
  /** Stops every track immediately. */
  close(): void;
}

/** Direction of a camera, as named in Media Capture and Streams. */
export type Facing = 'environment' | 'user';

export interface Camera {
  /**
   * Opens the back camera, the front camera (`user`), or the one after `otherThan`. Rejects with a `CameraFailure`, or with
   * another error if it opened but shows nothing. A failed or aborted opening leaves no track running.
   *
   * @param onPicture - called once it is open, before its first frame; again when the device is rotated, or a camera is plugged
   *   in or out.
   */
  open(
    otherThan: string | null,
    signal: AbortSignal,
    facing: Facing,
    onPicture: (picture: CameraPicture) => void,
  ): Promise<CameraFeed>;
  /**
   * Resolves when a camera that could not be opened may be available: the user has allowed it, or plugged one in. Never
   * resolves if the browser cannot report that.
   */
  allowed(signal: AbortSignal): Promise<void>;
}

/**
 * Subject before the camera: the front of an identity document, its back with machine-readable lines or with a licence's
 * barcode, another card of that size, or a sheet of paper.
 */
export type CameraSubject = DocumentType | 'BACK' | 'BARS' | 'CARD' | 'SHEET';

export interface Analyser {
  analyse(frame: AnalysisFrame, subject: CameraSubject): Promise<FrameFindings>;
  dispose(): void;
}

/** The capture code, loaded on first use. */
export interface CaptureKit {
  readonly camera: Camera;
  /**
   * Rejects if the analysis cannot run; the camera works without it.
   *
   * @param slot - for subjects with two sides: the back must differ from the front seen before.
   */
  startAnalyser(signal: AbortSignal, slot?: CaptureSlot | null): Promise<Analyser>;
  /** The camera is drawn, so no face is searched in it. */
  readonly isDrawn?: true;
}

/** Follows a face from frame to frame, to guide the user. Its results are not evidence. */
export interface FaceTracker {
  /** Analyses a frame, whose pixels are transferred. Rejects if the tracker is broken, which is final. */
  look(frame: FramePixels): Promise<FaceSight>;
  dispose(): void;
}

/** A video that is being recorded. */
export interface Recording {
  /** Ends the recording, once; resolves to the video, or to null if there is none. */
  finish(): Promise<Blob | null>;
}

/** Starts recording a stream, without sound; returns null if the browser cannot. */
export type StartRecording = (stream: MediaStream) => Recording | null;

/** Optional code for a selfie; the camera starts without waiting for it. */
export interface SelfieKit {
  readonly record: StartRecording;
  /** Rejects if the device is too weak for a tracker, or the page forbids it; poses are then timed. */
  startTracker(signal: AbortSignal): Promise<FaceTracker>;
}

/** Memory of the user's choice in the current attempt, kept across a reload. Keeps nothing if the browser forbids it. */
export interface ChoiceMemory {
  recall(attempt: Attempt): DocumentType | null;
  keep(attempt: Attempt, document: DocumentType): void;
}

/**
 * Makes a picture that can be sent from a chosen file. Rejects with a `FileRefused` if the file is not an image, or its shorter
 * side has fewer than `leastSidePx` pixels.
 */
export type PreparePicture = (file: File, leastSidePx: number) => Promise<Blob>;

/** The outside world, as the session needs it. */
export interface Ports {
  readonly service: Service;
  readonly clock: Clock;
  /** Loads the capture code; rejects if it cannot be loaded, and may be called again. All callers get the same instance. */
  loadCaptureKit(): Promise<CaptureKit>;
  /** Loads the selfie code on first use; resolves to null if it cannot be loaded. */
  loadSelfieKit(): Promise<SelfieKit | null>;
  /** Loads the code that makes pictures from files; rejects if it cannot be loaded, and may be called again. */
  loadPreparation(): Promise<PreparePicture>;
  readonly memory: ChoiceMemory;
  readonly pictureUrls: { create(picture: Blob): string; revoke(url: string): void };
}
