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

/** Why there is no picture, and how often in a row files could not be made ready for that. */
interface ToldProblem {
  readonly problem: CameraProblem;
  readonly times?: number | undefined;
}

/** Something is on its way, and how it fares. */
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
  /** The file that the user chose cannot be used, or `unsent` what was blocked on its way; no try is used up. */
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
  /** All poses are stored; the video goes, then the submission. */
  | ({ readonly kind: 'selfie-upload' } & Sent)
  | { readonly kind: 'selfie-retry'; readonly reasons: SelfieStep['reasons'] };

/** Stage of the user's work in a step that collects files. */
export type CollectStage = {
  /** The file that is at stake. */
  readonly slot: CollectSlot;
  /** Files that the service holds, in the order of the slots. */
  readonly files: readonly CollectedFile[];
} & (
  | { readonly kind: 'collect-instruct' }
  | { readonly kind: 'collect-camera' }
  | ({ readonly kind: 'collect-camera-problem' } & ToldProblem)
  /** `imageUrl` is empty for a file that is no picture. */
  | ({ readonly kind: 'collect-review'; readonly imageUrl: string } & FileLook)
  /** A file is sent, or, when all are there, the submission. */
  | ({ readonly kind: 'collect-upload' } & Sent & FileLook)
  /** Several files may be given: what is there, before the user says that it is all. */
  | { readonly kind: 'collect-list' }
  | {
      readonly kind: 'collect-retry';
      readonly reasons: readonly CollectReason[];
      /** The service has looked at it: a try is used up. */
      readonly isJudged: boolean;
      readonly refusals: number;
      readonly unsent?: Stage | null;
    }
);

/** Stage of the user's work in a form. */
export interface FormStage {
  readonly kind: 'form';
  /** The answers are on their way. */
  readonly isSending: boolean;
  readonly offline: Offline;
  /** Fields of the last answers that the service refused. */
  readonly refused: readonly FormFieldName[];
}

/** Stage of the flow: the user's work, or the wait for something. */
export type Stage =
  | { readonly kind: 'welcome' }
  | DocumentStage
  | SelfieStage
  | CollectStage
  | FormStage
  /** A step that collects files has come before its code. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'processing' }
  | { readonly kind: 'result'; readonly result: ResultKind }
  /** `unsent` is the upload that failed, which each retry sends again; null if there was none. */
  | { readonly kind: 'problem'; readonly problem: FlowProblem; readonly unsent?: Stage | null };

/** The flow of the steps that collect files, as far as they differ from the others. Its code comes when it is needed. */
export interface CollectFlow {
  /** The flow at the beginning of such a step. */
  enter(state: FlowState, step: CollectStep): FlowState;
  /** The flow after an event that befalls it. */
  advance(state: FlowState, step: CollectStep, event: FlowEvent): FlowState;
  /** How much of the step is done, 0..1. */
  shareDone(stage: CollectStage, step: CollectStep): number;
  screenOf(stage: CollectStage, step: CollectStep): Screen;
}

/** The flow as it stands. */
export interface FlowState {
  /** Name of the party that asks for the verification; may be empty. */
  readonly requester: string;
  /** The last state that the service told. */
  readonly service: ClientState;
  /** Whether the user had begun before this start. */
  readonly resumed: boolean;
  /** Whether the user has begun, or gone on, since this start. */
  readonly engaged: boolean;
  /** The document of the present attempt; null while it is not chosen. */
  readonly document: DocumentType | null;
  /** The captures of the present attempt that the service holds: sides of a document, poses of a selfie, or files. */
  readonly stored: readonly CaptureSlot[];
  /** True if the current attempt was restarted because the service lacked its captures. */
  readonly isAnew?: boolean;
  /** Source of the last picture; null before the first. */
  readonly source: PictureSource | null;
  /** Null before it has arrived. */
  readonly collect: CollectFlow | null;
  readonly stage: Stage;
}

/** Events of the flow. */
export type FlowEvent =
  /** The service told its state: in a reply, or by the long poll. Older states are ignored. */
  | { readonly kind: 'state-told'; readonly service: ClientState }
  /** The service still awaits the same attempt, but lacks what was sent of it: all captures are sent again. */
  | { readonly kind: 'captures-lost'; readonly service: ClientState }
  | { readonly kind: 'begun' }
  | { readonly kind: 'document-chosen'; readonly document: DocumentType }
  | { readonly kind: 'camera-asked' }
  | { readonly kind: 'camera-failed'; readonly problem: CameraProblem }
  /** `imageUrl` is empty for a file that is no picture, `name` for a picture of the camera. */
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
  /** The picture or file could not be used at all: not one, or refused by the service before any check. */
  | { readonly kind: 'picture-unusable'; readonly fault?: FileFault | undefined }
  /** The code that makes files ready to be sent did not arrive: nothing is known of the file. */
  | { readonly kind: 'preparation-missing' }
  /** The code of the steps that collect files is there. */
  | { readonly kind: 'collect-arrived'; readonly collect: CollectFlow }
  /** The service holds a file of such a step. */
  | { readonly kind: 'file-stored'; readonly slot: CollectSlot }
  /** Besides the files that are there another one is to be given, or one of them is not to be sent. */
  | { readonly kind: 'file-wanted' }
  | { readonly kind: 'file-removed'; readonly slot: CollectSlot }
  /** The user has filled the form in; or the service did not take some of it. */
  | { readonly kind: 'answers-given' }
  | { readonly kind: 'answers-refused'; readonly fields: readonly FormFieldName[] }
  | { readonly kind: 'tried-again' }
  | { readonly kind: 'went-back' }
  /** The checks take longer than the user should wait. */
  | { readonly kind: 'checks-outlasted' }
  /** `unreached`: the service could not be reached, so that what was being sent may arrive another time. */
  | { readonly kind: 'failed'; readonly problem: FlowProblem; readonly unreached?: boolean };

/** The step that the user is asked to do; null when nothing is. */
export function stepOf({ service }: FlowState): ClientStep | null {
  return service.awaiting === 'user' ? service.step : null;
}

/** The document of the present attempt with its sides, as the step accepts it; null when the step is another, or none. */
export function acceptedDocumentOf(state: FlowState): AcceptedDocument | null {
  const step = stepOf(state);
  return (step?.kind === 'document' && step.accepts.find(({ type }) => type === state.document)) || null;
}

/** The step that collects files which the user is asked to do; null when it is another, or none. */
export function collectStepOf(state: FlowState): CollectStep | null {
  const step = stepOf(state);
  return step?.kind === 'address' || step?.kind === 'card' || step?.kind === 'evidence' ? step : null;
}

/** The same flow, at another stage. */
export function at(state: FlowState, stage: Stage): FlowState {
  return { ...state, stage };
}

/** Upload that was under way, as it starts again, however often; null when there was none. */
export function unsentOf(stage: Stage): Stage | null {
  return 'progress' in stage ? { ...stage, progress: null, offline: false } : null;
}

/** Upload under way, also while the user is offered other ways for it; null when there is none. */
export function sentIn({ stage }: FlowState): Stage | null {
  return 'unsent' in stage ? (stage.unsent ?? null) : stage;
}

/** Whether another step may follow the one that is being checked. */
export function mayGoOn({ service: { progress } }: FlowState): boolean {
  return progress.done + 1 < progress.total;
}

/** Makes the problem to show when code did not arrive. Counts the times, so that a repeated failure is announced again. */
export function unloadedAfter(stage: Stage): ToldProblem {
  return { problem: 'unloaded', times: (('times' in stage && stage.times) || 0) + 1 };
}
