import { ServiceFailure, type ServiceFailureKind } from '../session/service-failure.ts';

/** What a code of the client API (contract: problem codes) means for the session. */
const kindByCode: ReadonlyMap<string, ServiceFailureKind> = new Map([
  ['UNAUTHORIZED', 'unauthorized'],
  ['SESSION_EXPIRED', 'unauthorized'],
  ['FORBIDDEN', 'unauthorized'],
  ['SESSION_TAKEN_OVER', 'taken-over'],
  ['STEP_NOT_AWAITED', 'out-of-step'],
  ['CAPTURE_SEALED', 'out-of-step'],
  ['CAPTURE_MISSING', 'out-of-step'],
  /** The bytes were damaged on the way: sending them again helps. */
  ['DIGEST_MISMATCH', 'unavailable'],
  ['PAYLOAD_TOO_LARGE', 'unusable'],
  ['UNSUPPORTED_MEDIA_TYPE', 'unusable'],
]);

/** What a bare status means when an intermediary, which knows no codes, has answered. */
const kindByStatus: ReadonlyMap<number, ServiceFailureKind> = new Map([
  [0, 'unavailable'],
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [408, 'unavailable'],
  [413, 'unusable'],
  [415, 'unusable'],
  /** Too Early (RFC 8470). */
  [425, 'unavailable'],
  [429, 'unavailable'],
]);

/**
 * Turns an unhappy answer into our failure: by the problem's code (RFC 9457 body of the service), else by the status
 * (RFC 9110).
 *
 * @param status - 0 when no answer came.
 * @param code - `code` of the problem body; undefined when the body had none.
 */
export function failureOf(status: number, code?: string): ServiceFailure {
  const kind =
    (code === undefined ? undefined : kindByCode.get(code)) ??
    kindByStatus.get(status) ??
    (status >= 500 ? 'unavailable' : 'unexpected');
  return new ServiceFailure(kind, status);
}
