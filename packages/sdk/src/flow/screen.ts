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

/** Flaw of the live picture, as one hint at a time. `hold-still`: nothing is missing, the picture may be taken. */
export type CaptureHint =
  | 'looking'
  | 'closer'
  | 'farther'
  | 'straighten'
  | 'too-dark'
  | 'too-bright'
  | 'glare'
  | 'blurred'
  /** The side that was taken before is held into the camera again. */
  | 'turn-over'
  /** The camera shows too little detail for the picture to take itself; the user may take it. */
  | 'by-hand'
  | 'hold-still';

/** Why the camera shows no picture. */
export type CameraProblem =
  /** The user or the browser's settings refuse it. */
  | 'denied'
  /** There is no camera, or none that is good enough. */
  | 'missing'
  /** Another program holds it, or it stopped while in use. */
  | 'busy'
  /** Black picture: the camera is covered, or switched off by a key or a slide. */
  | 'black'
  /** The browser gives noise in place of pictures: a protection against fingerprinting. */
  | 'unreadable'
  /** The page is not in a secure context, or its embedding forbids the camera. */
  | 'forbidden'
  /** Seen when the refusal is looked into: the app around the page keeps the camera from it. */
  | 'in-app'
  /** Seen likewise: the browser has no camera for pages. */
  | 'unsupported'
  /** The code that drives it, or makes files ready, could not be loaded; only where a file may be chosen. */
  | 'unloaded';

/** Lost link: the connection of this device (`true`), or only the answers of the service. */
export type Offline = boolean | 'service';

/** How an upload goes: bytes sent of all; null while the sizes are not known. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Kind of result shown to the user at the end. */
export type ResultKind = 'success' | 'pending' | 'failed' | 'unknown';

/** Why the flow cannot continue. The code is that of the `error` event. */
export type FlowProblem =
  | { readonly kind: 'session-expired'; readonly code: 'error_code_3' }
  | { readonly kind: 'capture-unavailable'; readonly code: 'error_code_4' }
  | { readonly kind: 'retry-limit'; readonly code: 'error_code_5' | 'error_code_6' }
  | { readonly kind: 'general'; readonly code: 'error_code_1' }
  | { readonly kind: 'taken-over'; readonly code: 'unknown' };

/**
 * Stage of the way to the service's own page: offered at first, or again when the browser blocked the window or it could not be
 * sent there; opened while the page waits for it.
 */
export type OfferStage = 'offered' | 'blocked' | 'failed' | 'opened';

/** How a file can be given. */
interface Ways {
  readonly cameraAllowed: boolean;
  readonly fileAllowed: boolean;
  /** The files that may be chosen, as `accept` of an input. */
  readonly fileTypes: string;
}

/** Screen for a fault of a file or, after its check, of what the user gave; files of a document have no other screen. */
interface CollectRetryScreen extends Ways {
  readonly kind: 'collect-retry';
  readonly slot: CollectSlot | DocumentSide;
  readonly task: CollectTask | DocumentTask;
  readonly reasons: readonly CollectReason[];
  /** Tries the user still has, counting the one that begins now; infinite when none was used up. */
  readonly attemptsLeft: number;
  /** Unusable files in a row. Each is announced by its own screen, even with the same fault as the last. */
  readonly refusals: number;
}

/** The screens of a step that collects files; the camera's problems are told as for a document. */
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

/** Stage of a hand-off, as the page of a computer shows it while its flow goes over to a phone. */
export type HandOffStage =
  | {
      readonly of: 'offer';
      /** The address for the phone, and the number that both show; or why there is none. */
      readonly code: 'coming' | 'failed' | 'expired' | { readonly url: string; readonly pairingCode: string };
    }
  /** The phone goes on: what its user does, and the how manyeth step of how many it is. `silent`: it shows no sign of life. */
  | {
      readonly of: 'phone' | 'silent';
      readonly at: ClientStep['kind'] | 'checks' | 'other';
      readonly step: number;
      readonly steps: number;
    };

/** The one screen that the flow shows, with all that it needs. */
export type Screen =
  /** Wait for the code that draws the next screen, which is known already. */
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'welcome';
      readonly requester: string;
      readonly resumed: boolean;
      /** Whether the flow begins with a selfie instead of a document. */
      readonly selfie?: boolean;
      /** Whether the flow begins with letters, cards or files instead of a document to be photographed. */
      readonly files?: boolean;
      /** Whether the flow begins with a form. */
      readonly form?: boolean;
      /** The user has begun, and what comes next is still on its way. */
      readonly busy?: boolean;
    }
  /** Asks whether to leave, where what asks over a screen is not there. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'document-choice'; readonly documents: readonly DocumentType[] }
  /** Teaches how to take the picture, and says why the camera is asked for, before it is asked for. */
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
      /** How often in a row a file could not be made ready: each time is told by a screen of its own. */
      readonly times?: number | undefined;
      readonly fileAllowed: boolean;
      /** The files that may be chosen instead, as `accept` of an input; a picture where nothing is said. */
      readonly fileTypes?: string;
    }
  | {
      readonly kind: 'review';
      readonly document: DocumentType;
      readonly side: DocumentSide;
      readonly imageUrl: string;
    }
  | { readonly kind: 'upload'; readonly progress: UploadProgress | null; readonly offline: Offline }
  /** Explains the poses and the use of the camera before the browser asks for it. */
  | { readonly kind: 'selfie-instruct' }
  /** One visit to the camera: pose after pose, each sent when it is taken. `taken` of them are stored. */
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
  /** Asks for what is not known of the user yet. */
  | {
      readonly kind: 'form';
      /** Tells one form from the next. */
      readonly stepId: string;
      readonly fields: readonly FormField[];
      readonly isSending: boolean;
      readonly offline: Offline;
      /** Fields of the last answers that the service refused. */
      readonly refused: readonly FormFieldName[];
    }
  /** Waiting for checks, of the last submission or of data alone. */
  | {
      readonly kind: 'processing';
      readonly of: 'document' | 'selfie' | 'files' | 'data';
      /** Whether the user may be asked for more afterwards. */
      readonly mayGoOn: boolean;
    }
  | {
      readonly kind: 'retry';
      readonly document: DocumentType;
      readonly reasons: readonly DocumentRetryReason[];
      /** Tries the user still has, counting the one that begins now: 1 is the last. */
      readonly attemptsLeft: number;
      /** Whether the next try begins with the choice of the document. */
      readonly choosesAnew: boolean;
    }
  /** The flow has a step that this SDK does not know, and goes on in a window of the service. */
  | { readonly kind: 'hosted-page'; readonly stage: OfferStage }
  | { readonly kind: 'hand-off'; readonly stage: HandOffStage }
  | { readonly kind: 'result'; readonly result: ResultKind }
  | { readonly kind: 'problem'; readonly problem: FlowProblem };

export type ScreenKind = Screen['kind'];
