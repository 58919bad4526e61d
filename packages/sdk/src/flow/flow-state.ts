import type {
  AcceptedDocument,
  CaptureSlot,
  ClientState,
  DocumentStep,
  DocumentType,
} from '@vendor/contract';
import type { CameraProblem, FlowProblem, ResultKind, UploadProgress } from './screen.ts';

/** Where a picture came from. */
export type PictureSource = 'camera' | 'file';

/** What the user is doing, or waiting for. */
export type Stage =
  | { readonly kind: 'welcome' }
  | { readonly kind: 'document-choice' }
  | { readonly kind: 'instruct'; readonly side: CaptureSlot }
  | { readonly kind: 'camera'; readonly side: CaptureSlot }
  | { readonly kind: 'camera-problem'; readonly side: CaptureSlot; readonly problem: CameraProblem }
  | { readonly kind: 'review'; readonly side: CaptureSlot; readonly imageUrl: string }
  | {
      readonly kind: 'upload';
      readonly side: CaptureSlot;
      readonly progress: UploadProgress | null;
      readonly offline: boolean;
    }
  | { readonly kind: 'processing' }
  | { readonly kind: 'retry'; readonly reasons: DocumentStep['reasons'] }
  | { readonly kind: 'result'; readonly result: ResultKind }
  | { readonly kind: 'problem'; readonly problem: FlowProblem };

/** The flow as it stands. */
export interface FlowState {
  /** Who asks for the verification; may be empty. */
  readonly requester: string;
  /** The last state that the service told. */
  readonly service: ClientState;
  /** Whether the user had begun before this start. */
  readonly resumed: boolean;
  /** Whether the user has begun, or gone on, since this start. */
  readonly engaged: boolean;
  /** The document of the present attempt; null while it is not chosen. */
  readonly document: DocumentType | null;
  /** The sides of it that the service holds. */
  readonly storedSides: readonly CaptureSlot[];
  /** Where the last picture came from; null before the first. */
  readonly source: PictureSource | null;
  readonly stage: Stage;
}

/** What happens to the flow. */
export type FlowEvent =
  /** The service told its state: in a reply, or by the long poll. Older states are ignored. */
  | { readonly kind: 'state-told'; readonly service: ClientState }
  | { readonly kind: 'begun' }
  | { readonly kind: 'document-chosen'; readonly document: DocumentType }
  | { readonly kind: 'camera-asked' }
  | { readonly kind: 'camera-failed'; readonly problem: CameraProblem }
  | { readonly kind: 'picture-taken'; readonly imageUrl: string; readonly source: PictureSource }
  | { readonly kind: 'picture-rejected' }
  | { readonly kind: 'picture-accepted' }
  | { readonly kind: 'upload-progressed'; readonly progress: UploadProgress }
  | { readonly kind: 'connection-changed'; readonly offline: boolean }
  | { readonly kind: 'side-stored'; readonly side: CaptureSlot }
  /** The picture could not be used at all: not an image, or refused by the service before any check. */
  | { readonly kind: 'picture-unusable' }
  | { readonly kind: 'tried-again' }
  | { readonly kind: 'went-back' }
  /** The checks take longer than the user should wait. */
  | { readonly kind: 'checks-outlasted' }
  | { readonly kind: 'failed'; readonly problem: FlowProblem };

/** The step that the user is asked to do; null when nothing is. */
export function stepOf(state: FlowState): DocumentStep | null {
  return state.service.awaiting === 'user' ? state.service.step : null;
}

/** The document of the present attempt with its sides, as the step accepts it. */
export function acceptedDocumentOf(state: FlowState): AcceptedDocument | null {
  return stepOf(state)?.accepts.find(({ type }) => type === state.document) ?? null;
}

/** Whether a retry for these reasons begins with the choice of the document: another one was shown, or none is known. */
export function choosesAnew(state: FlowState, reasons: DocumentStep['reasons']): boolean {
  const hasChoice = (stepOf(state)?.accepts.length ?? 0) > 1;
  return (hasChoice && reasons.includes('WRONG_DOCUMENT_TYPE')) || nextSideOf(state) === null;
}

/** The next side to be captured after those the service holds; null when it holds them all. */
export function nextSideOf(state: FlowState): CaptureSlot | null {
  return acceptedDocumentOf(state)?.sides.find((side) => !state.storedSides.includes(side)) ?? null;
}
