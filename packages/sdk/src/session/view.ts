import type { CaptureSlot, DocumentType, FormAnswers } from '@vendor/contract';
import type { CollectSlot } from '../flow/collecting.ts';
import type { PoseHint } from '../flow/pose-hint.ts';
import type { CaptureHint, Screen } from '../flow/screen.ts';

/** The four corners of the document in the live picture, as shares (0..1) of its width and height, clockwise. */
export type Outline = readonly [
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
];

/** State of the camera screen. */
export interface LiveView {
  /** The stream to play; null until the camera has started. */
  readonly stream: MediaStream | null;
  /** Stream of an open camera, even before its first frame: playing it shows the first frame as it arrives. */
  readonly opened: MediaStream | null;
  /** Size of the stream's picture, in pixels. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether the picture is shown mirrored (front cameras). */
  readonly mirrored: boolean;
  /** Null if nothing analyses the picture, because the analysis could not be loaded; the user then presses the shutter. */
  readonly hint: CaptureHint | null;
  readonly outline: Outline | null;
  /** Share of the time to hold still, or of a pose, that has passed, 0..1; at 1 the picture is taken automatically. */
  readonly held: number;
  /** Whether the picture was taken and is being prepared; the live picture stands still. */
  readonly taking: boolean;
  /** For a selfie: whether the upload takes longer than the confirmation that the picture was taken. */
  readonly sending?: boolean;
  /** Whether another camera can be chosen, and whether this one has a torch (and its state). */
  readonly canSwitchCamera: boolean;
  readonly torch: 'none' | 'off' | 'on';
  /** For a selfie: whether pictures are taken by a timer, or by the user. */
  readonly timer: 'none' | 'off' | 'on';
  /** For a selfie: what prevents the pose from being taken; null if no face is tracked and poses are timed. */
  readonly poseHint: PoseHint | null;
}

/** Actions of the user. Each is safe to call at any time, and ignored when it does not apply. */
export interface FlowActions {
  begin(): void;
  chooseDocument(type: DocumentType): void;
  openCamera(): void;
  /** Takes the picture shown now. */
  takePicture(): void;
  switchCamera(): void;
  toggleTorch(): void;
  /** Switches the timer of a selfie's pictures on or off. */
  toggleTimer(): void;
  /** Pauses or resumes the timer of a pose, while the user is asked something else. */
  holdTimer(isHeld: boolean): void;
  /** @param slot - side or slot that the file is for; ignores the file if the flow meanwhile asks for another one. */
  chooseFile(file: File, slot?: CaptureSlot): void;
  /** Adds another file to those chosen, or removes one of them. */
  addFile(): void;
  removeFile(slot: CollectSlot): void;
  answerForm(answers: FormAnswers): void;
  /** Sends what is shown: a picture, a file, or all chosen files. */
  acceptPicture(): void;
  retakePicture(): void;
  tryAgain(): void;
  back(): void;
  /** Dismisses the result or problem screen. While the checks run, leaves the flow; they finish without the user. */
  finish(): void;
  /** Reports that the screen's code cannot be loaded. The flow ends, unless another screen can stand in. */
  captureScreensMissing(): void;
  /** Handles the close button: asks for confirmation if the user has begun. */
  askToQuit(): void;
  confirmQuit(): void;
  cancelQuit(): void;
}

/** A value to draw, such as a signal; whatever draws it is redrawn when it changes. */
export interface Shown<T> {
  readonly value: T;
  /** Reads the value without subscribing to changes. */
  peek(): T;
}

/** State of the frame around all screens, and of the first screen. */
export interface FrameView {
  readonly screen: Shown<Screen>;
  /** Completed interactive steps as a share 0..1 of all, including the completed part of the current step. */
  readonly progress: Shown<number>;
  /** Whether a question covers or replaces the screen; `cancelQuit` dismisses it. In the session's own view: whether to quit. */
  readonly quitAsked: Shown<boolean>;
  readonly canGoBack: Shown<boolean>;
  readonly actions: Pick<
    FlowActions,
    'begin' | 'back' | 'finish' | 'askToQuit' | 'confirmQuit' | 'cancelQuit'
  >;
}

/** The session as the UI sees it: read-only signals and the user's actions. */
export interface FlowView extends FrameView {
  readonly live: Shown<LiveView>;
  readonly actions: FlowActions;
}
