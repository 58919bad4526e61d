import { ServiceFailure, type ServiceFailureKind } from '../session/service-failure.ts';

/**
 * Failure kinds by problem code and status. The code counts where the status is ambiguous; a status may also come from an
 * intermediary, which sends no codes.
 */
const kinds: Readonly<Record<string | number, ServiceFailureKind | null>> = {
  // Codes are untrusted, so inherited names such as `constructor` must not match.
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
 * Converts an error response to a `ServiceFailure`: by the problem code (RFC 9457 body of the service), otherwise by the status
 * (RFC 9110).
 *
 * @param status - 0 without an answer.
 * @param code - `code` of the problem body; undefined without one.
 * @param afterMs - wait requested by the service, in ms.
 */
export function failureOf(status: number, code?: string, afterMs?: number): ServiceFailure {
  const kind = kinds[`${code}`] ?? kinds[status] ?? (status >= 500 ? 'unavailable' : 'unexpected');
  return new ServiceFailure(kind, status, afterMs, code);
}
