/** Outcome of a completed verification: the value of `completed`. */
export type CompletionTypes =
  /** The service approved it. */
  | 'success'
  /** Awaits a person's review, or the checks take longer than the user should wait. */
  | 'pending'
  /** The service declined it. */
  | 'failed'
  /** The verification could not be carried out. */
  | 'unknown';

/** Error code, the value of `error` (section 7.3 of the API). */
export type ErrorCodes =
  /** Device not supported: no capable camera and no alternative, or the general error screen was dismissed. */
  | 'error_code_1'
  /** Authentication failed: the token or the session is invalid or has expired. */
  | 'error_code_3'
  /** The document capture component failed to initialize. */
  | 'error_code_4'
  /** Document capture retry limit exceeded. */
  | 'error_code_5'
  /** Liveness check retry limit exceeded. */
  | 'error_code_6'
  /** Unhandled error. */
  | 'unknown';

/**
 * The events of the flow and their handlers. One start emits `opened`, then `started` once the user begins, then exactly one of
 * `completed`, `cancelled` or `error`, then `closed`. If the page closes the flow itself, only `closed` follows.
 */
export interface SdkEvents {
  /** The flow is visible. */
  opened: () => void;
  /** The flow is gone, and every camera track has stopped. Emitted exactly once per `opened`. */
  closed: () => void;
  /** The user has begun. */
  started: () => void;
  /** The outcome is known, or follows later (`pending`). Only for display: decide by the webhook. */
  completed: (status: CompletionTypes) => void;
  /** The user gave up. The execution stays pending: the same token resumes it until its deadline. */
  cancelled: () => void;
  /** The flow ended without an outcome; the code says why. */
  error: (errorCode: ErrorCodes) => void;
}

/** The names of the events. */
export type SdkEventName = keyof SdkEvents;
