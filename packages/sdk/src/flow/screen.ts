import type { CaptureSlot, DocumentType, RetryReason } from '@vendor/contract';

/** What the live picture lacks, as one hint at a time. `hold-still`: nothing is missing, the picture may be taken. */
export type CaptureHint =
  | 'looking'
  | 'closer'
  | 'farther'
  | 'straighten'
  | 'too-dark'
  | 'too-bright'
  | 'glare'
  | 'blurred'
  | 'hold-still';

/** Why the camera shows no picture. */
export type CameraProblem =
  /** The user or the browser's settings refuse it. */
  | 'denied'
  /** There is no camera, or none that is good enough. */
  | 'missing'
  /** Another program holds it, or it stopped while in use. */
  | 'busy'
  /** The page is not in a secure context, or its embedding forbids the camera. */
  | 'forbidden'
  /** Seen when the refusal is looked into: the app around the page keeps the camera from it. */
  | 'in-app'
  /** Seen likewise: the browser has no camera for pages. */
  | 'unsupported'
  /** The code that drives it could not be loaded; only where a file may be chosen instead. */
  | 'unloaded';

/** How an upload goes: bytes sent of all; null while the sizes are not known. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** What the user is shown at the end. */
export type ResultKind = 'success' | 'pending' | 'failed' | 'unknown';

/** Why the flow cannot go on. The code is what the page's `error` handlers were told, or will be. */
export type FlowProblem =
  | { readonly kind: 'session-expired'; readonly code: 'error_code_3' }
  | { readonly kind: 'capture-unavailable'; readonly code: 'error_code_4' }
  | { readonly kind: 'retry-limit'; readonly code: 'error_code_5' | 'error_code_6' }
  | { readonly kind: 'general'; readonly code: 'error_code_1' }
  | { readonly kind: 'taken-over'; readonly code: 'unknown' };

/** The one screen that the flow shows, with all that it needs. */
export type Screen =
  /** What comes next is known, but the code that draws it is still on its way. */
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'welcome';
      readonly requester: string;
      readonly resumed: boolean;
      /** The user has begun, and what comes next is still on its way. */
      readonly busy?: boolean;
    }
  | { readonly kind: 'document-choice'; readonly documents: readonly DocumentType[] }
  /** Teaches how to take the picture, and says why the camera is asked for, before it is asked for. */
  | {
      readonly kind: 'instruct';
      readonly document: DocumentType;
      readonly side: CaptureSlot;
      readonly sides: number;
      readonly fileAllowed: boolean;
    }
  | {
      readonly kind: 'camera';
      readonly document: DocumentType;
      readonly side: CaptureSlot;
      readonly sides: number;
      readonly fileAllowed: boolean;
    }
  | { readonly kind: 'camera-problem'; readonly problem: CameraProblem; readonly fileAllowed: boolean }
  | {
      readonly kind: 'review';
      readonly document: DocumentType;
      readonly side: CaptureSlot;
      readonly imageUrl: string;
    }
  | { readonly kind: 'upload'; readonly progress: UploadProgress | null; readonly offline: boolean }
  /** `pictures`: whether the user has sent any, so that the screen can say what is looked at. */
  | { readonly kind: 'processing'; readonly pictures: boolean }
  | {
      readonly kind: 'retry';
      readonly document: DocumentType;
      readonly reasons: readonly RetryReason[];
      /** Tries the user still has, counting the one that begins now: 1 is the last. */
      readonly attemptsLeft: number;
      /** Whether the next try begins with the choice of the document. */
      readonly choosesAnew: boolean;
    }
  | { readonly kind: 'result'; readonly result: ResultKind }
  | { readonly kind: 'problem'; readonly problem: FlowProblem };

export type ScreenKind = Screen['kind'];
