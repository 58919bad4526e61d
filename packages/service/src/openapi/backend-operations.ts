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

const idempotent = idempotencyKey('it is answered the same and starts nothing');
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
      'Each call creates an execution for one user. The page hands the token to the browser SDK, which can begin for an hour; the result comes by webhook. Which inputs are required depends on the workflow.',
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
    summary: 'Starts an execution of an active workflow and returns a link to a page for its user.',
    description:
      'As init-workflow, without a page of your own: the user goes through the flow at the address returned, within 7 days or as long as you say. The link is a secret of its user.',
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
    description: 'For what webhooks do not do: one that was missed, media at a later time, reconciliation.',
    authorization: 'apiKey',
    query: {
      mediaOnly: z
        .boolean()
        .optional()
        .describe('Each entry of checks carries only checkType and capturedMedia. False by default.'),
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
    summary:
      'Records a decision of your own on a finished execution; its new status is sent to your webhooks.',
    description: 'For executions that are APPROVED, REVIEW, DECLINED or EXPIRED, as often as you like.',
    authorization: 'apiKey',
    headers: idempotencyKey('it is answered the same, and no other decision is recorded'),
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
    summary: 'What a link of capturedMedia leads to, for 15 minutes.',
    authorization: 'signedLink',
    query: {
      expires: z.string().describe('As the link has it.'),
      signature: z.string().describe('As the link has it.'),
    },
    headers: {
      range: z
        .string()
        .optional()
        .describe('One range of bytes (RFC 9110); all of them are sent for anything else.'),
    },
    reply: mediaTypes,
    hasRanges: true,
    problems: ['NOT_FOUND'],
  },
  {
    id: 'openapi',
    method: 'get',
    path: '/openapi.json',
    summary: 'This description.',
    authorization: 'none',
    reply: ['application/json'],
    problems: [],
  },
  {
    id: 'reference',
    method: 'get',
    path: '/docs',
    summary: 'This description, to be read.',
    authorization: 'none',
    reply: ['text/html'],
    problems: [],
  },
];
