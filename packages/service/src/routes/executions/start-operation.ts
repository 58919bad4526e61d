import type { StartRequest } from '@vendor/contract';
import { executionExample } from '../../openapi/execution-example.ts';
import { idempotencyKey } from '../../openapi/idempotency-key.ts';

/** Header that makes repeated starts idempotent. */
export const idempotentStart = idempotencyKey('it gets the same reply and starts nothing');

/** Refusals of both ways to start an execution. */
export const startProblems = [
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
  'EXECUTION_PURGED',
  'MISSING_REQUIRED_INPUTS',
  'INVALID_INPUT_FORMAT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'WORKFLOW_NOT_FOUND',
  'UPLOAD_TOO_SLOW',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
] as const;

/** Example body of a start. */
export const startRequestExample: StartRequest = {
  workflowId: executionExample.workflow.id,
  inputs: { user_id: 'customer-1042', email: 'customer@example.com', user_country: 'DE' },
};
