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

/** Time, as the session needs it. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Resolves after a time, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Step and attempt that a call belongs to. */
export interface Attempt {
  readonly stepId: string;
  readonly attempt: number;
}

/** How a call is watched and ended. */
export interface Call {
  readonly signal: AbortSignal;
  /** Called with the kind of outage when a try fails and another follows, and with `false` when the service answers again. */
  readonly onConnection?: (offline: Offline) => void;
}

/** Messages to the service that need no answer and outlive the page. */
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
  /** Asks for more time to finish. */
  extend(call: Call): Promise<ClientState>;
  /**
   * Stores a picture or video; resolves once the service holds it durably. Where something on the way does not let a large
   * picture through, a smaller version of it is stored. Rejects with a `blocked` failure when that does not get through either.
   */
  upload(
    attempt: Attempt,
    slot: CaptureSlot,
    capture: Blob,
    call: Call & {
      readonly onProgress: (progress: UploadProgress) => void;
      /** The camera is named as programs name theirs. */
      readonly isVirtual?: boolean;
    },
  ): Promise<StoredCapture>;
  /** Sends the answers to a form; rejects with `AnswersRefused` when some of them will not do. */
  answer(attempt: Attempt, answers: FormAnswers, call: Call): Promise<ClientState>;
  submit(attempt: Attempt, submission: SubmitRequest, call: Call): Promise<ClientState>;
  /** The state as it is now. */
  stateNow(call: Call): Promise<ClientState>;
  /** The state once it is newer than `afterSeq`, or as it is when the wait is over; tried once. */
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

/** Why a camera shows no picture any more: it stopped or froze, or the picture is black. */
export type PictureLoss = 'busy' | 'black';

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

/** Findings in a frame. */
export interface FrameFindings {
  readonly hint: CaptureHint;
  readonly outline: Outline | null;
  /** Whether the outline is the document's beyond doubt: then the picture may be cut out around it. */
  readonly isSure: boolean;
}

/** Picture of a camera, and how to show it. */
export interface CameraPicture {
  readonly stream: MediaStream;
  /** Before the first frame they are what the camera has promised, or 0. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly mirrored: boolean;
  /** Once it is known. */
  readonly canSwitchCamera?: boolean;
}

/** A camera that runs and has shown its first frame. Exactly one runs at any time. */
export interface CameraFeed extends CameraPicture {
  /** Id of the camera, to ask for another. */
  readonly cameraId: string | null;
  /** When it was opened. */
  readonly canSwitchCamera: boolean;
  readonly hasTorch: boolean;
  /** The camera is named as programs name theirs, which show what they like. A sign, and no more. */
  readonly isVirtual: boolean;
  /** Answers whether the torch is as asked. */
  setTorch(on: boolean): Promise<boolean>;
  /** Adjusts the lens, where it can, to what a frame lacks. Called for every frame. */
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
  /** Called once when the camera shows nothing any more: unplugged, taken, covered, or hung. */
  onLost(listener: (loss: PictureLoss) => void): void;
  /** Stops every track, at once. */
  close(): void;
}

/** Direction in which a camera looks, as Media Capture and Streams names it. */
export type Facing = 'environment' | 'user';

export interface Camera {
  /**
   * Opens the back camera, the front camera (`user`), or the one after `otherThan`. Rejects with a `CameraFailure`, or with
   * another error if it opened but shows nothing. A failed or aborted opening leaves no track running.
   *
   * @param onPicture - called once it is open, before its first frame; again when the device was turned, or a camera plugged in
   *   or out.
   */
  open(
    otherThan: string | null,
    signal: AbortSignal,
    facing: Facing,
    onPicture: (picture: CameraPicture) => void,
  ): Promise<CameraFeed>;
  /**
   * Resolves when a camera that could not be opened may be there now: the user has allowed what was denied, or plugged one in;
   * never when the browser cannot tell.
   */
  allowed(signal: AbortSignal): Promise<void>;
}

/**
 * Subject before the camera: an identity document or its front, the back that carries its machine readable lines or, of a
 * licence, a barcode, another card of that size, or a sheet of paper.
 */
export type CameraSubject = DocumentType | 'BACK' | 'BARS' | 'CARD' | 'SHEET';

export interface Analyser {
  analyse(frame: AnalysisFrame, subject: CameraSubject): Promise<FrameFindings>;
  dispose(): void;
}

/** The capture code, which is loaded when it is first needed. */
export interface CaptureKit {
  readonly camera: Camera;
  /**
   * Rejects if the analysis cannot run; the camera works without it.
   *
   * @param slot - for subjects with two sides: the back must not be the front seen before.
   */
  startAnalyser(signal: AbortSignal, slot?: CaptureSlot | null): Promise<Analyser>;
  /** The camera is drawn: no face is to be looked for in it. */
  readonly isDrawn?: true;
}

/** Follows a face from frame to frame. What it sees guides the user; it is no evidence of anything. */
export interface FaceTracker {
  /** Rejects when it is broken; it will not recover. The pixels are handed over. */
  look(frame: FramePixels): Promise<FaceSight>;
  dispose(): void;
}

/** A video that is being recorded. */
export interface Recording {
  /** Ends the video, once; resolves to it, or to null when there is none. */
  finish(): Promise<Blob | null>;
}

/** Begins a video of a stream, without sound; null where the browser cannot. */
export type StartRecording = (stream: MediaStream) => Recording | null;

/** Code that a selfie needs besides the camera; it waits for none of it. */
export interface SelfieKit {
  readonly record: StartRecording;
  /** Rejects where the device does not carry a tracker, or the page forbids it: the poses go by time. */
  startTracker(signal: AbortSignal): Promise<FaceTracker>;
}

/** Memory of the user's choice in the present attempt, kept over a reload. Keeps nothing where the browser forbids it. */
export interface ChoiceMemory {
  recall(attempt: Attempt): DocumentType | null;
  keep(attempt: Attempt, document: DocumentType): void;
}

/**
 * Makes a picture that can be sent from a file that the user chose. Rejects with a `FileRefused` when it is no image, and when
 * its shorter side has fewer pixels than the least.
 */
export type PreparePicture = (file: File, leastSidePx: number) => Promise<Blob>;

/** The world outside, as the session needs it. */
export interface Ports {
  readonly service: Service;
  readonly clock: Clock;
  /** Loads the capture code; rejects when it does not arrive, and may be asked again. All who ask get the same. */
  loadCaptureKit(): Promise<CaptureKit>;
  /** Loaded when a selfie is first asked for; null where it cannot be loaded. */
  loadSelfieKit(): Promise<SelfieKit | null>;
  /** Loads what makes pictures of files; rejects when it does not arrive, and may be asked again. */
  loadPreparation(): Promise<PreparePicture>;
  readonly memory: ChoiceMemory;
  readonly pictureUrls: { create(picture: Blob): string; revoke(url: string): void };
}
