import { ServiceFailure, type ServiceFailureKind } from '../session/service-failure.ts';

/**
 * Meaning of an answer for the session: by its problem code (contract: problem codes) where the status alone does not tell, else
 * by the status, which the service may have set or an intermediary, which knows no codes.
 */
const kinds: Readonly<Record<string | number, ServiceFailureKind | null>> = {
  // A code is whatever has answered made it: no name that every object has means anything.
  __proto__: null,
  SESSION_TAKEN_OVER: 'taken-over',
  STEP_NOT_AWAITED: 'out-of-step',
  CAPTURE_SEALED: 'out-of-step',
  CAPTURE_MISSING: 'out-of-step',
  0: 'unavailable',
  401: 'unauthorized',
  408: 'unavailable',
  413: 'unusable',
  415: 'unusable',
  /** Too Early (RFC 8470). */
  425: 'unavailable',
  429: 'unavailable',
};

/**
 * Converts an error response to our failure: by the problem code (RFC 9457 body of the service), otherwise by the status (RFC
 * 9110).
 *
 * @param status - 0 without an answer.
 * @param code - `code` of the problem body; undefined without one.
 * @param afterMs - wait requested by the service, in ms.
 */
export function failureOf(status: number, code?: string, afterMs?: number): ServiceFailure {
  const kind = kinds[`${code}`] ?? kinds[status] ?? (status >= 500 ? 'unavailable' : 'unexpected');
  return new ServiceFailure(kind, status, afterMs, code);
}
