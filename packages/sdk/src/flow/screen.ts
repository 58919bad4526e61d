import type {
  ClientStep,
  DocumentRetryReason,
  DocumentSide,
  DocumentType,
  FormField,
  FormFieldName,
  SelfiePose,
  SelfieRetryReason,
} from '@vendor/contract';
import type {
  CollectedFile,
  CollectReason,
  CollectSlot,
  CollectTask,
  DocumentTask,
  FileLook,
} from './collecting.ts';

/** Flaw of the live picture; one at a time is shown. `hold-still`: nothing is wrong, and the picture may be taken. */
export type CaptureHint =
  | 'looking'
  | 'closer'
  | 'farther'
  | 'straighten'
  | 'too-dark'
  | 'too-bright'
  | 'glare'
  | 'blurred'
  /** The side already taken is held up again. */
  | 'turn-over'
  /** The camera shows too little detail for the picture to be taken automatically; the user may take it. */
  | 'by-hand'
  | 'hold-still';

/** Why the camera shows no picture. */
export type CameraProblem =
  /** Refused by the user or the browser's settings. */
  | 'denied'
  /** There is no camera, or none of sufficient quality. */
  | 'missing'
  /** Another program uses it, or it stopped while in use. */
  | 'busy'
  /** Black picture: the camera is covered, or switched off by a key or slide. */
  | 'black'
  /** The browser returns noise instead of pictures, as a protection against fingerprinting. */
  | 'unreadable'
  /** The page is not in a secure context, or the embedding page forbids the camera. */
  | 'forbidden'
  /** Found when examining a refusal: the app around the page blocks the camera. */
  | 'in-app'
  /** Found when examining a refusal: the browser offers no camera to pages. */
  | 'unsupported'
  /** The code that drives the camera or prepares files could not be loaded; only where a file may be chosen. */
  | 'unloaded';

/** Lost connection: of the whole device (`true`), or only to the service. */
export type Offline = boolean | 'service';

/** Progress of an upload in bytes; null until the sizes are known. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Kind of result shown to the user at the end. */
export type ResultKind = 'success' | 'pending' | 'failed' | 'unknown';

/** Why the flow cannot continue. `code` is the code of the `error` event. */
export type FlowProblem =
  | { readonly kind: 'session-expired'; readonly code: 'error_code_3' }
  | { readonly kind: 'capture-unavailable'; readonly code: 'error_code_4' }
  | { readonly kind: 'retry-limit'; readonly code: 'error_code_5' | 'error_code_6' }
  | { readonly kind: 'general'; readonly code: 'error_code_1' }
  | { readonly kind: 'taken-over'; readonly code: 'unknown' };

/**
 * Stage of continuing on the hosted page. `offered`: at first; `blocked`: offered again because the browser blocked the window;
 * `failed`: offered again because the window could not be sent there; `opened`: the page waits for the window.
 */
export type OfferStage = 'offered' | 'blocked' | 'failed' | 'opened';

/** Ways of providing a file. */
interface Ways {
  readonly cameraAllowed: boolean;
  readonly fileAllowed: boolean;
  /** Accepted types of files, as the `accept` attribute of an input. */
  readonly fileTypes: string;
}

/** Screen for a fault of a file, found before sending or by a check. Documents use it for files only. */
interface CollectRetryScreen extends Ways {
  readonly kind: 'collect-retry';
  readonly slot: CollectSlot | DocumentSide;
  readonly task: CollectTask | DocumentTask;
  readonly reasons: readonly CollectReason[];
  /** Attempts left, including the one that begins now; infinite if none was used up. */
  readonly attemptsLeft: number;
  /** Unusable files in a row. Each is announced by a new screen, even if the fault is the same. */
  readonly refusals: number;
}

/** The screens of a step that collects files; camera problems use the same screens as documents. */
export type CollectScreen = CollectRetryScreen | CollectTaskScreen;

type CollectTaskScreen = { readonly slot: CollectSlot; readonly task: CollectTask } & (
  | ({ readonly kind: 'collect-instruct' | 'collect-camera' } & Ways)
  | ({ readonly kind: 'collect-review'; readonly imageUrl: string } & FileLook)
  | ({
      readonly kind: 'collect-upload';
      readonly progress: UploadProgress | null;
      readonly offline: Offline;
    } & FileLook)
  | {
      readonly kind: 'collect-list';
      readonly files: readonly CollectedFile[];
      readonly isEnough: boolean;
      readonly mayAdd: boolean;
    }
);

/** Stage of a hand-off, as a computer shows it while its flow moves to a phone. */
export type HandOffStage =
  | {
      readonly of: 'offer';
      /** Address for the phone and the pairing code that both devices show, or the reason for not having them. */
      readonly code: 'coming' | 'failed' | 'expired' | { readonly url: string; readonly pairingCode: string };
    }
  /** The phone continues: what its user is doing; current step and total. `silent`: it shows no sign of life. */
  | {
      readonly of: 'phone' | 'silent';
      readonly at: ClientStep['kind'] | 'checks' | 'other';
      readonly step: number;
      readonly steps: number;
    };

/** The screen that the flow shows, with all its data. */
export type Screen =
  /** Waits for the code of the next screen. */
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'welcome';
      readonly requester: string;
      readonly resumed: boolean;
      /** Whether the flow begins with a selfie instead of a document. */
      readonly selfie?: boolean;
      /** Whether the flow begins with letters, cards or files instead of a document. */
      readonly files?: boolean;
      /** Whether the flow begins with a form. */
      readonly form?: boolean;
      /** The user has begun, and the next screen is still loading. */
      readonly busy?: boolean;
    }
  /** Asks for confirmation before leaving, when the code of the overlay has not loaded. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'document-choice'; readonly documents: readonly DocumentType[] }
  /** Explains how to take the picture and why the camera is needed, before the browser asks for permission. */
  | {
      readonly kind: 'instruct';
      readonly document: DocumentType;
      readonly side: DocumentSide;
      readonly sides: number;
      readonly fileAllowed: boolean;
    }
  | {
      readonly kind: 'camera';
      readonly document: DocumentType;
      readonly side: DocumentSide;
      readonly sides: number;
      readonly fileAllowed: boolean;
    }
  | {
      readonly kind: 'camera-problem';
      readonly problem: CameraProblem;
      /** How many times in a row the code that prepares files could not be loaded; each is announced by a new screen. */
      readonly times?: number | undefined;
      readonly fileAllowed: boolean;
      /** Accepted types of files, as the `accept` attribute of an input; pictures by default. */
      readonly fileTypes?: string;
    }
  | {
      readonly kind: 'review';
      readonly document: DocumentType;
      readonly side: DocumentSide;
      readonly imageUrl: string;
    }
  | { readonly kind: 'upload'; readonly progress: UploadProgress | null; readonly offline: Offline }
  /** Explains the poses and the use of the camera, before the browser asks for permission. */
  | { readonly kind: 'selfie-instruct' }
  /** One visit to the camera: pose after pose, each sent immediately. `taken` of them are stored. */
  | {
      readonly kind: 'selfie-camera';
      readonly poses: readonly SelfiePose[];
      readonly taken: number;
      readonly offline: Offline;
    }
  | { readonly kind: 'selfie-upload'; readonly progress: UploadProgress | null; readonly offline: Offline }
  | {
      readonly kind: 'selfie-retry';
      readonly reasons: readonly SelfieRetryReason[];
      /** Attempts left, as for a document. */
      readonly attemptsLeft: number;
    }
  | CollectScreen
  /** Asks for the user's missing data. */
  | {
      readonly kind: 'form';
      /** Distinguishes consecutive forms. */
      readonly stepId: string;
      readonly fields: readonly FormField[];
      readonly isSending: boolean;
      readonly offline: Offline;
      /** Fields of the last answers that the service rejected. */
      readonly refused: readonly FormFieldName[];
    }
  /** Waits for checks, of the last submission or of data alone. */
  | {
      readonly kind: 'processing';
      readonly of: 'document' | 'selfie' | 'files' | 'data';
      /** Whether more may be asked of the user afterwards. */
      readonly mayGoOn: boolean;
    }
  | {
      readonly kind: 'retry';
      readonly document: DocumentType;
      readonly reasons: readonly DocumentRetryReason[];
      /** Attempts left, including the one that begins now; 1 is the last. */
      readonly attemptsLeft: number;
      /** Whether the next attempt begins with the choice of a document type. */
      readonly choosesAnew: boolean;
    }
  /** The flow has a step that this SDK does not know, and continues in a popup of the service. */
  | { readonly kind: 'hosted-page'; readonly stage: OfferStage }
  | { readonly kind: 'hand-off'; readonly stage: HandOffStage }
  | { readonly kind: 'result'; readonly result: ResultKind }
  | { readonly kind: 'problem'; readonly problem: FlowProblem };

export type ScreenKind = Screen['kind'];
