import type { Problem } from '@vendor/contract';

/** Problem details for a refused start. */
export const problemExample: Problem = {
  type: 'urn:problem:missing-required-inputs',
  title: 'Required inputs are missing',
  status: 400,
  detail: 'Some required inputs are missing.',
  code: 'MISSING_REQUIRED_INPUTS',
  requestId: '0d9f6f5e-1c2b-4d3a-8e4f-5a6b7c8d9e0f',
  errors: [{ pointer: '/inputs/user_id', code: 'MISSING_REQUIRED_INPUTS', detail: 'is missing' }],
};
