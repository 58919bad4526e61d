import type { DocumentType, FormAnswers } from '@vendor/contract';
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

/** State of the camera screen while it looks. */
export interface LiveView {
  /** The stream to play; null until the camera has started. */
  readonly stream: MediaStream | null;
  /** The stream of a camera that is open, also while no frame has come yet: playing it shows the first as it comes. */
  readonly opened: MediaStream | null;
  /** Size of the stream's picture, in pixels. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether the picture is to be shown mirrored (front cameras). */
  readonly mirrored: boolean;
  /** Null: nothing watches the picture (the analysis could not be loaded); it is taken by the shutter alone. */
  readonly hint: CaptureHint | null;
  readonly outline: Outline | null;
  /** How much of the time to hold still, or for a pose, has passed, as a share 0..1; at 1 the picture is taken by itself. */
  readonly held: number;
  /** The picture has been taken and is being prepared: the live picture stands still. */
  readonly taking: boolean;
  /** For a selfie: the picture that was taken is on its way for longer than it takes to see that it was. */
  readonly sending?: boolean;
  /** Whether another camera can be chosen, and whether this one has a torch (and its state). */
  readonly canSwitchCamera: boolean;
  readonly torch: 'none' | 'off' | 'on';
  /** For a selfie: whether the picture takes itself when its time is over, or waits for the user. */
  readonly timer: 'none' | 'off' | 'on';
  /** For a selfie: what keeps the pose from being taken; null while nothing watches the face, and time alone counts. */
  readonly poseHint: PoseHint | null;
}

/** Actions of the user; each is safe to call at any time and ignored when it makes no sense. */
export interface FlowActions {
  begin(): void;
  chooseDocument(type: DocumentType): void;
  openCamera(): void;
  /** Takes the picture that is shown now. */
  takePicture(): void;
  switchCamera(): void;
  toggleTorch(): void;
  /** Lets the pictures of a selfie wait for the user, or take themselves again. */
  toggleTimer(): void;
  /** Whether the time for a pose stands still, since the user is asked something else. */
  holdTimer(isHeld: boolean): void;
  chooseFile(file: File): void;
  /** Gives another file besides those that are there, or takes one of them away again. */
  addFile(): void;
  removeFile(slot: CollectSlot): void;
  answerForm(answers: FormAnswers): void;
  /** Sends what is shown: a picture, a file, or all files that are there. */
  acceptPicture(): void;
  retakePicture(): void;
  tryAgain(): void;
  back(): void;
  /** Dismisses the result or problem screen; while the checks run: leaves, and the result follows without the user. */
  finish(): void;
  /** The code that draws the screen cannot be loaded: the flow cannot go on, except where another screen says as much. */
  captureScreensMissing(): void;
  /** The close button: asks for confirmation once the user has begun. */
  askToQuit(): void;
  confirmQuit(): void;
  cancelQuit(): void;
}

/** A value to be drawn. A signal is one: what draws its value is drawn again when it changes. */
export interface Shown<T> {
  readonly value: T;
  /** The value, without being told of changes. */
  peek(): T;
}

/** State of the frame around all screens, and of the first screen in it. */
export interface FrameView {
  readonly screen: Shown<Screen>;
  /** Interactive steps done, as a share 0..1 of all, counting the part of the present step that is done. */
  readonly progress: Shown<number>;
  /** Whether a question lies over the screen, which `cancelQuit` takes back: to the session, whether to quit. */
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
