import type {
  AcceptedDocument,
  CaptureSlot,
  ClientState,
  ClientStep,
  DocumentSide,
  DocumentStep,
  DocumentType,
  FormFieldName,
  SelfieStep,
} from '@vendor/contract';
import type {
  CollectedFile,
  CollectReason,
  CollectSlot,
  CollectStep,
  FileFault,
  FileLook,
} from './collecting.ts';
import type { CameraProblem, FlowProblem, Offline, ResultKind, Screen, UploadProgress } from './screen.ts';

/** Source of a picture. */
export type PictureSource = 'camera' | 'file';

/** Why there is no picture, and how many times in a row the code that prepares files could not be loaded. */
interface ToldProblem {
  readonly problem: CameraProblem;
  readonly times?: number | undefined;
}

/** State of an upload or submission. */
interface Sent {
  readonly progress: UploadProgress | null;
  readonly offline: Offline;
}

/** Stage of the user's work on a document. */
export type DocumentStage =
  | { readonly kind: 'document-choice' }
  | { readonly kind: 'instruct'; readonly side: DocumentSide }
  | { readonly kind: 'camera'; readonly side: DocumentSide }
  | ({
      readonly kind: 'camera-problem';
      readonly side: DocumentSide;
    } & ToldProblem)
  | { readonly kind: 'review'; readonly side: DocumentSide; readonly imageUrl: string }
  | ({ readonly kind: 'upload'; readonly side: DocumentSide } & Sent)
  | { readonly kind: 'retry'; readonly reasons: DocumentStep['reasons'] }
  /** The chosen file cannot be used, or the upload `unsent` was blocked; no attempt is used up. */
  | {
      readonly kind: 'file-retry';
      readonly side: DocumentSide;
      readonly fault: FileFault;
      readonly refusals: number;
      readonly unsent?: Stage | null;
    };

/** Stage of the user's work on a selfie. */
export type SelfieStage =
  | { readonly kind: 'selfie-instruct' }
  /** One visit to the camera takes all poses; `taken` of them are stored. */
  | { readonly kind: 'selfie-camera'; readonly taken: number; readonly offline: Offline }
  | { readonly kind: 'selfie-camera-problem'; readonly problem: CameraProblem }
  /** All poses are stored; the video is sent, then the submission. */
  | ({ readonly kind: 'selfie-upload' } & Sent)
  | { readonly kind: 'selfie-retry'; readonly reasons: SelfieStep['reasons'] };

/** Stage of the user's work in a step that collects files. */
export type CollectStage = {
  /** The slot being filled. */
  readonly slot: CollectSlot;
  /** Files that the service holds, in the order of the slots. */
  readonly files: readonly CollectedFile[];
} & (
  | { readonly kind: 'collect-instruct' }
  | { readonly kind: 'collect-camera' }
  | ({ readonly kind: 'collect-camera-problem' } & ToldProblem)
  /** `imageUrl` is empty if the file is not a picture. */
  | ({ readonly kind: 'collect-review'; readonly imageUrl: string } & FileLook)
  /** Sends a file or, once all are stored, the submission. */
  | ({ readonly kind: 'collect-upload' } & Sent & FileLook)
  /** Lists the files given so far, if a step takes several, until the user says that they are complete. */
  | { readonly kind: 'collect-list' }
  | {
      readonly kind: 'collect-retry';
      readonly reasons: readonly CollectReason[];
      /** Whether the service has checked the files, which uses up an attempt. */
      readonly isJudged: boolean;
      readonly refusals: number;
      readonly unsent?: Stage | null;
    }
);

/** Stage of the user's work in a form. */
export interface FormStage {
  readonly kind: 'form';
  /** The answers are being sent. */
  readonly isSending: boolean;
  readonly offline: Offline;
  /** Fields of the last answers that the service rejected. */
  readonly refused: readonly FormFieldName[];
}

/** Stage of the flow: a task of the user, or a wait. */
export type Stage =
  | { readonly kind: 'welcome' }
  | DocumentStage
  | SelfieStage
  | CollectStage
  | FormStage
  /** Waits for the code of a step that collects files. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'processing' }
  | { readonly kind: 'result'; readonly result: ResultKind }
  /** `unsent` is the failed upload, which each retry sends again; null if there was none. */
  | { readonly kind: 'problem'; readonly problem: FlowProblem; readonly unsent?: Stage | null };

/** The part of the flow that is specific to steps that collect files. Its code is loaded when needed. */
export interface CollectFlow {
  /** Returns the flow at the beginning of such a step. */
  enter(state: FlowState, step: CollectStep): FlowState;
  /** Returns the flow after an event in such a step. */
  advance(state: FlowState, step: CollectStep, event: FlowEvent): FlowState;
  /** Returns the completed share of the step, 0..1. */
  shareDone(stage: CollectStage, step: CollectStep): number;
  screenOf(stage: CollectStage, step: CollectStep): Screen;
}

/** State of the flow. */
export interface FlowState {
  /** Name of the account that requests the verification; may be empty. */
  readonly requester: string;
  /** The last state received from the service. */
  readonly service: ClientState;
  /** Whether the user had begun before this start. */
  readonly resumed: boolean;
  /** Whether the user has begun or continued since this start. */
  readonly engaged: boolean;
  /** Document type of the current attempt; null until chosen. */
  readonly document: DocumentType | null;
  /** Captures of the current attempt that the service holds: sides of a document, poses of a selfie, or files. */
  readonly stored: readonly CaptureSlot[];
  /** True if the current attempt was restarted because the service lacked its captures. */
  readonly isAnew?: boolean;
  /** Source of the last picture; null before the first. */
  readonly source: PictureSource | null;
  /** Null until loaded. */
  readonly collect: CollectFlow | null;
  readonly stage: Stage;
}

/** Events of the flow. */
export type FlowEvent =
  /** The service sent its state, in a reply or by the long poll. Older states are ignored. */
  | { readonly kind: 'state'; readonly service: ClientState }
  /** The service still awaits the same attempt, but lacks its captures, so all are sent again. */
  | { readonly kind: 'captures-lost'; readonly service: ClientState }
  | { readonly kind: 'begun' }
  | { readonly kind: 'document-chosen'; readonly document: DocumentType }
  | { readonly kind: 'camera-asked' }
  | { readonly kind: 'camera-failed'; readonly problem: CameraProblem }
  /** `imageUrl` is empty if the file is not a picture, `name` if the picture is the camera's. */
  | ({
      readonly kind: 'picture-taken';
      readonly imageUrl: string;
      readonly source: PictureSource;
    } & Partial<FileLook>)
  | { readonly kind: 'picture-rejected' }
  | { readonly kind: 'picture-accepted' }
  | { readonly kind: 'upload-progressed'; readonly progress: UploadProgress }
  | { readonly kind: 'connection-changed'; readonly offline: Offline }
  | { readonly kind: 'side-stored'; readonly side: DocumentSide }
  /** The service holds the key frame of a pose, counted from 0. */
  | { readonly kind: 'pose-stored'; readonly pose: number }
  /** The file was not usable, or was refused by the service before any check. */
  | { readonly kind: 'picture-unusable'; readonly fault?: FileFault | undefined }
  /** The code that prepares files did not load, so nothing is known about the file. */
  | { readonly kind: 'preparation-missing' }
  /** The code of the steps that collect files has loaded. */
  | { readonly kind: 'collect-arrived'; readonly collect: CollectFlow }
  /** The service holds a file of such a step. */
  | { readonly kind: 'file-stored'; readonly slot: CollectSlot }
  /** The user wants to add another file, or to remove one. */
  | { readonly kind: 'file-wanted' }
  | { readonly kind: 'file-removed'; readonly slot: CollectSlot }
  /** The user has completed the form; or the service has rejected some of the answers. */
  | { readonly kind: 'answers-given' }
  | { readonly kind: 'answers-refused'; readonly fields: readonly FormFieldName[] }
  | { readonly kind: 'tried-again' }
  | { readonly kind: 'went-back' }
  /** The checks take longer than the user should wait. */
  | { readonly kind: 'checks-outlasted' }
  /** `unreached`: the service could not be reached, so a later retry of the upload may succeed. */
  | { readonly kind: 'failed'; readonly problem: FlowProblem; readonly unreached?: boolean };

/** Returns the step that the user has to do; null if there is none. */
export function stepOf({ service }: FlowState): ClientStep | null {
  return service.awaiting === 'user' ? service.step : null;
}

/**
 * Returns the document of the current attempt with its sides, as accepted by the step; null if the step is not a document or
 * none is chosen.
 */
export function acceptedDocumentOf(state: FlowState): AcceptedDocument | null {
  const step = stepOf(state);
  return (step?.kind === 'document' && step.accepts.find(({ type }) => type === state.document)) || null;
}

/** Returns the current step if it collects files; otherwise null. */
export function collectStepOf(state: FlowState): CollectStep | null {
  const step = stepOf(state);
  return step?.kind === 'address' || step?.kind === 'card' || step?.kind === 'evidence' ? step : null;
}

/** Returns the flow at another stage. */
export function at(state: FlowState, stage: Stage): FlowState {
  return { ...state, stage };
}

/** Returns the interrupted upload as it starts again; null if there was none. */
export function unsentOf(stage: Stage): Stage | null {
  return 'progress' in stage ? { ...stage, progress: null, offline: false } : null;
}

/** Returns the upload whose alternatives are being offered, null if there is none; at any other stage, the stage itself. */
export function sentIn({ stage }: FlowState): Stage | null {
  return 'unsent' in stage ? (stage.unsent ?? null) : stage;
}

/** Creates the problem to show when code did not load. Counts the failures, so that a repeated one is announced again. */
export function toUnloadedProblem(stage: Stage): ToldProblem {
  return { problem: 'unloaded', times: (('times' in stage && stage.times) || 0) + 1 };
}
