/** Why a call to the service failed. */
export type ServiceFailureKind =
  /** The session is not, or no longer, valid. */
  | 'unauthorized'
  /** A later start took over the session. */
  | 'taken-over'
  /** The service awaits another step or attempt than the call was for. */
  | 'out-of-step'
  /** The service cannot use the picture. */
  | 'unusable'
  /** The service could not be reached within all retries. */
  | 'unavailable'
  /** The service answers other requests, but something on the way blocks this upload. */
  | 'blocked'
  /** This version does not know the answer or the error code. */
  | 'unexpected';

/** Error of a failed call to the service. Holds no token, address or personal data. */
export class ServiceFailure extends Error {
  declare readonly kind: ServiceFailureKind;
  /** HTTP status; 0 if there was no answer. */
  declare readonly status: number;
  /** Wait before the next attempt that the service asks for, in ms; 0 if it asks for none. */
  declare readonly afterMs: number;
  /** Reason phrase of the answer, if the protocol has one (HTTP/1.1). */
  declare statusText?: string;

  /** Problem code of the service's answer; undefined if something else answered, or nothing. */
  declare readonly code: string | undefined;

  constructor(kind: ServiceFailureKind, status: number, afterMs = 0, code?: string) {
    super(`${kind} ${status}`);
    this.kind = kind;
    this.status = status;
    this.afterMs = afterMs;
    this.code = code;
  }
}
