import type { ProblemCode } from '@vendor/contract';

/** Codes of problems caused by a part of the request; such a problem names that part. */
export const codesAboutTheRequest: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'MISSING_REQUIRED_INPUTS',
  'INVALID_INPUT_FORMAT',
  'INVALID_REQUEST_BODY',
  'INVALID_PARAMETER',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'WORKFLOW_NOT_FOUND',
  'WORKFLOW_EXECUTION_NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'CAPTURE_MISSING',
  'DIGEST_MISMATCH',
  'IDEMPOTENCY_KEY_REUSED',
]);
