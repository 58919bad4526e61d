import { type Problem, type ProblemCode, type ProblemFault, problemStatus } from '@vendor/contract';
import type { Refusal } from '../refusal.ts';

/** Titles of the codes for people; `detail` describes the individual fault. */
const titles: Record<ProblemCode, string> = {
  MISSING_REQUIRED_INPUTS: 'Required inputs are missing',
  INVALID_INPUT_FORMAT: 'An input has the wrong format',
  INVALID_REQUEST_BODY: 'The request body is not valid',
  EXECUTION_IN_PROGRESS: 'The execution has not finished',
  EXECUTION_PURGED: 'The data of the execution was purged',
  UNAUTHORIZED: 'Not authenticated',
  FORBIDDEN: 'No access',
  WORKFLOW_NOT_FOUND: 'Workflow not found',
  WORKFLOW_EXECUTION_NOT_FOUND: 'Execution not found',
  RATE_LIMITED: 'Too many requests',
  INTERNAL_ERROR: 'Internal error',
  INVALID_PARAMETER: 'A query parameter has the wrong format',
  NOT_FOUND: 'Not found',
  WEBHOOK_ENDPOINT_NOT_FOUND: 'Webhook endpoint not found',
  WEBHOOK_DELIVERY_NOT_FOUND: 'Webhook delivery not found',
  WEBHOOK_DELIVERY_TOO_OLD: 'The webhook delivery is too old to be sent again',
  WEBHOOK_ENDPOINT_DISABLED: 'The webhook endpoint is disabled',
  WEBHOOKS_HELD: 'All webhooks are held',
  LAST_OWNER: 'An account must keep an owner',
  AUTHENTICATION_TOO_OLD: 'The password must be entered again',
  METHOD_NOT_ALLOWED: 'Method not allowed',
  PAYLOAD_TOO_LARGE: 'The request body is too large',
  UNSUPPORTED_MEDIA_TYPE: 'Unsupported media type',
  IDEMPOTENCY_KEY_REUSED: 'The idempotency key was used for another request',
  IDEMPOTENCY_KEY_IN_USE: 'A request with this idempotency key is in progress',
  UPLOAD_TOO_SLOW: 'The request body arrived too slowly',
  UNAVAILABLE: 'Temporarily unavailable',
  SESSION_EXPIRED: 'The session has expired',
  SESSION_TAKEN_OVER: 'The session was continued elsewhere',
  SESSION_RELEASED: 'The session was released',
  TICKET_EXPIRED: 'The ticket has expired',
  TICKET_USED: 'The ticket was used',
  HANDOFF_NOT_POSSIBLE: 'There is nothing to hand off',
  STEP_NOT_AWAITED: 'This is not the current step',
  CAPTURE_SEALED: 'The capture can no longer change',
  CAPTURE_LIMIT_REACHED: 'Too many captures',
  CAPTURE_MISSING: 'A capture is missing',
  DIGEST_MISMATCH: 'The digest does not match',
  EXECUTION_CHANGED: 'The execution has changed',
  DRAFT_CHANGED: 'The draft has changed',
  WEBHOOK_ENDPOINT_CHANGED: 'The webhook endpoint has changed',
  WEBHOOK_ENDPOINT_LIMIT_REACHED: 'The account has the maximum number of webhook endpoints',
  WEBHOOK_SECRET_LIMIT_REACHED: 'The endpoint has the maximum number of signing secrets',
  SECOND_STEP_REQUIRED: 'A second sign-in step must be set up',
  NO_PASSWORD: 'The person has no password',
  SETTING_CHANGED: 'The setting has changed',
  NO_ENDPOINT_SUBSCRIBES: 'No endpoint subscribes to the event',
  SAMPLE_DATA_PRESENT: 'Sample data exists',
};

/** `Retry-After` of a 503, in seconds: well within the 8 s for which a starting page retries, and long enough to reduce the load. */
const unavailableSeconds = '2';

/** Further members of an error reply. */
export interface ProblemDetails {
  readonly errors?: readonly ProblemFault[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the body. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Makes an error reply: `application/problem+json` (RFC 9457). */
export function problemReply(
  code: ProblemCode,
  detail: string,
  requestId: string,
  { errors = [], headers = {}, more = {} }: ProblemDetails = {},
): Response {
  const status = problemStatus[code];
  const problem: Problem = {
    type: `urn:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: titles[code],
    status,
    detail,
    code,
    requestId,
    errors: [...errors],
  };
  return new Response(JSON.stringify({ ...problem, ...more }), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...challenge(status),
      ...(status === 503 ? { 'retry-after': unavailableSeconds } : {}),
      ...headers,
    },
  });
}

/** Makes the error reply for a refusal. */
export function refusalReply(refusal: Refusal, requestId: string): Response {
  const seconds = refusal.retryAfterSeconds ?? (isTemporary(refusal.code) ? 1 : null);
  const headers = seconds === null ? undefined : { 'retry-after': String(seconds) };
  return problemReply(refusal.code, refusal.message, requestId, {
    errors: refusal.faults,
    more: refusal.members,
    ...(headers && { headers }),
  });
}

/** Returns whether the same request may succeed after a short wait. */
function isTemporary(code: ProblemCode): boolean {
  return code === 'RATE_LIMITED' || code === 'IDEMPOTENCY_KEY_IN_USE' || code === 'UPLOAD_TOO_SLOW';
}

/** Adds the authentication scheme that a 401 must name (RFC 9110, section 11.6.1). */
function challenge(status: number): Record<string, string> {
  return status === 401 ? { 'www-authenticate': 'Bearer, ApiKey header="x-api-key"' } : {};
}
