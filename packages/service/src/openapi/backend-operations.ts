import {
  decisionRequestSchema,
  executionSchema,
  linkRequestSchema,
  linkResponseSchema,
  mediaOnlyExecutionSchema,
  startRequestSchema,
  startResponseSchema,
} from '@vendor/contract';
import { z } from 'zod';
import * as examples from './examples.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { bodyProblems, mediaTypes, nothing, type Operation } from './operation.ts';

const idempotent = idempotencyKey('it gets the same reply and starts nothing');
const startProblems = [
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

/** Operations that a backend calls with its API key, and those that the links in the replies lead to. */
export const backendOperations: readonly Operation[] = [
  {
    id: 'init-workflow',
    method: 'post',
    path: '/init-workflow',
    summary: 'Starts an execution of an active workflow and returns a token for the browser SDK.',
    description:
      'Each call creates an execution for one user. Your page passes the token to the browser SDK, which can start the flow for one hour. The result arrives by webhook. The workflow determines which inputs are required.',
    authorization: 'apiKey',
    headers: idempotent,
    body: startRequestSchema,
    reply: startResponseSchema,
    examples: { body: examples.startRequestExample, reply: examples.startResponseExample },
    problems: startProblems,
  },
  {
    id: 'workflow-link',
    method: 'post',
    path: '/workflow-link',
    summary: 'Starts an execution of an active workflow and returns a link to the hosted page for its user.',
    description:
      'Like init-workflow, without a page of your own: the user goes through the flow at the address returned, within 7 days or the time that you set. Treat the link as a secret of its user.',
    authorization: 'apiKey',
    headers: idempotent,
    body: linkRequestSchema,
    reply: linkResponseSchema,
    examples: { body: examples.linkRequestExample, reply: examples.linkResponseExample },
    problems: startProblems,
  },
  {
    id: 'read-workflow-execution',
    method: 'get',
    path: '/workflow-execution/{id}',
    summary: 'Reads an execution: the same object that the webhooks deliver.',
    description:
      'For reads on demand: after a missed webhook, to download media later, or to reconcile data.',
    authorization: 'apiKey',
    query: {
      mediaOnly: z
        .boolean()
        .optional()
        .describe(
          'If true, each entry of checks contains only checkType and capturedMedia. False by default.',
        ),
    },
    reply: z.union([executionSchema, mediaOnlyExecutionSchema]),
    examples: { reply: examples.executionExample },
    problems: [
      'INVALID_PARAMETER',
      'UNAUTHORIZED',
      'WORKFLOW_EXECUTION_NOT_FOUND',
      'RATE_LIMITED',
      'INTERNAL_ERROR',
    ],
  },
  {
    id: 'decide-workflow-execution',
    method: 'patch',
    path: '/workflow-execution/{id}',
    summary: 'Records your own decision on a finished execution and sends its new status to your webhooks.',
    description:
      'Possible for executions that are APPROVED, REVIEW, DECLINED or EXPIRED, any number of times.',
    authorization: 'apiKey',
    headers: idempotencyKey('it gets the same reply and records no other decision'),
    body: decisionRequestSchema,
    reply: nothing,
    examples: { body: examples.decisionRequestExample, reply: {} },
    problems: [
      ...bodyProblems,
      'IDEMPOTENCY_KEY_IN_USE',
      'IDEMPOTENCY_KEY_REUSED',
      'EXECUTION_IN_PROGRESS',
      'EXECUTION_PURGED',
      'UNAUTHORIZED',
      'WORKFLOW_EXECUTION_NOT_FOUND',
      'RATE_LIMITED',
      'INTERNAL_ERROR',
    ],
  },
  {
    id: 'read-media',
    method: 'get',
    path: '/media/{captureId}',
    summary: 'Returns the media behind a link of capturedMedia, for 15 minutes.',
    authorization: 'signedLink',
    query: {
      expires: z.string().describe('Copied from the link.'),
      signature: z.string().describe('Copied from the link.'),
    },
    headers: {
      range: z
        .string()
        .optional()
        .describe('One range of bytes (RFC 9110). Anything else returns all bytes.'),
    },
    reply: mediaTypes,
    hasRanges: true,
    problems: ['NOT_FOUND'],
  },
  {
    id: 'openapi',
    method: 'get',
    path: '/openapi.json',
    summary: 'Returns this description.',
    authorization: 'none',
    reply: ['application/json'],
    problems: [],
  },
  {
    id: 'reference',
    method: 'get',
    path: '/docs',
    summary: 'Returns this description as a page for people.',
    authorization: 'none',
    reply: ['text/html'],
    problems: [],
  },
];
