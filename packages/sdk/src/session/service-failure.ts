/** Why the service could not be made to answer as hoped. */
export type ServiceFailureKind =
  /** The session is not, or no longer, valid. */
  | 'unauthorized'
  /** A later start holds the session. */
  | 'taken-over'
  /** The service awaits another step or attempt than the one meant. */
  | 'out-of-step'
  /** The picture is none that the service can take. */
  | 'unusable'
  /** The service cannot be reached, or not before patience ended. */
  | 'unavailable'
  /** The service answers other requests, but something on the way to it does not let this upload through. */
  | 'blocked'
  /** The answer, or the refusal, is none that this version knows. */
  | 'unexpected';

/** Error of a failed call to the service. Holds no token, address or personal data. */
export class ServiceFailure extends Error {
  declare readonly kind: ServiceFailureKind;
  /** HTTP status; 0 when no answer came. */
  declare readonly status: number;
  /** How long the service asks to be left alone before the next try, in ms; 0 when it asks for nothing. */
  declare readonly afterMs: number;
  /** Reason phrase of the answer, where the connection carries one (HTTP/1.1). */
  declare statusText?: string;

  /** Problem code of the service's answer; undefined when something else has answered, or nothing. */
  declare readonly code: string | undefined;

  constructor(kind: ServiceFailureKind, status: number, afterMs = 0, code?: string) {
    super(`${kind} ${status}`);
    this.kind = kind;
    this.status = status;
    this.afterMs = afterMs;
    this.code = code;
  }
}
