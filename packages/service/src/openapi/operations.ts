import {
  captureResponseSchema,
  clientInitRequestSchema,
  clientInitResponseSchema,
  clientStateSchema,
  decisionRequestSchema,
  executionSchema,
  linkRequestSchema,
  linkResponseSchema,
  linkStateSchema,
  mediaOnlyExecutionSchema,
  type ProblemCode,
  popupAttendanceSchema,
  popupClaimResponseSchema,
  popupLeaveSchema,
  popupReportSchema,
  popupRequestSchema,
  popupResponseSchema,
  popupStateSchema,
  startRequestSchema,
  startResponseSchema,
  submitRequestSchema,
} from '@vendor/contract';
import { z } from 'zod';

/** What authorizes a call. */
export type Authorization = 'apiKey' | 'sessionToken' | 'linkSecret' | 'sessionKey' | 'signedLink' | 'none';

/** One endpoint, as its callers need to know it. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch';
  /** After `/orchestration-api/v1`; parts in braces are parameters. */
  readonly path: string;
  readonly summary: string;
  readonly authorization: Authorization;
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /** JSON, unless it is the media type of bytes. */
  readonly body?: z.ZodType | readonly string[];
  /** `data` of the reply, or the media type of bytes. */
  readonly reply: z.ZodType | readonly string[];
  readonly problems: readonly ProblemCode[];
}

const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
const sessionProblems = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'SESSION_TAKEN_OVER', 'RATE_LIMITED'] as const;
const windowProblems = ['UNAUTHORIZED', 'SESSION_TAKEN_OVER', 'RATE_LIMITED'] as const;
const bodyProblems = ['INVALID_REQUEST_BODY', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;
const nothing = z.object({});
const pollQuery = {
  after: z.int().min(-1).describe('The seq already known; -1 for none.'),
  wait: z.int().min(0).describe('Seconds; more than 25 count as 25.'),
};

const idempotent = {
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .describe('Sent again with the same body within 24 hours, it is answered the same and starts nothing.'),
};
const startProblems = [
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
  'MISSING_REQUIRED_INPUTS',
  'INVALID_INPUT_FORMAT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'WORKFLOW_NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
] as const;

const clientAction = (id: string, summary: string, reply: z.ZodType): Operation => ({
  id,
  method: 'post',
  path: `/client/${id}`,
  summary,
  authorization: 'sessionKey',
  reply,
  problems: sessionProblems,
});

/** Every endpoint of the API. */
export const operations: readonly Operation[] = [
  {
    id: 'init-workflow',
    method: 'post',
    path: '/init-workflow',
    summary: 'Starts an execution of an active workflow and returns a token for the browser SDK.',
    authorization: 'apiKey',
    headers: idempotent,
    body: startRequestSchema,
    reply: startResponseSchema,
    problems: startProblems,
  },
  {
    id: 'workflow-link',
    method: 'post',
    path: '/workflow-link',
    summary: 'Starts an execution of an active workflow and returns a link to a page for its user.',
    authorization: 'apiKey',
    headers: idempotent,
    body: linkRequestSchema,
    reply: linkResponseSchema,
    problems: startProblems,
  },
  {
    id: 'read-workflow-execution',
    method: 'get',
    path: '/workflow-execution/{id}',
    summary: 'Reads an execution: the same object that the webhooks deliver.',
    authorization: 'apiKey',
    query: {
      mediaOnly: z.boolean().describe('Each entry of checks carries only checkType and capturedMedia.'),
    },
    reply: z.union([executionSchema, mediaOnlyExecutionSchema]),
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
    authorization: 'apiKey',
    body: decisionRequestSchema,
    reply: nothing,
    problems: [
      ...bodyProblems,
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
    query: { expires: z.string(), signature: z.string() },
    reply: imageTypes,
    problems: ['NOT_FOUND'],
  },
  {
    id: 'client-init',
    method: 'post',
    path: '/client/init',
    summary: 'Exchanges the session token, or the ticket of a window, for a session key and the first state.',
    authorization: 'sessionToken',
    body: clientInitRequestSchema,
    reply: z.union([popupClaimResponseSchema, clientInitResponseSchema]),
    problems: [...sessionProblems, ...bodyProblems, 'TICKET_EXPIRED', 'TICKET_USED', 'SESSION_RELEASED'],
  },
  {
    id: 'ping',
    method: 'get',
    path: '/client/ping',
    summary: 'Answers nothing: a page finds out whether the client API can be reached from where it runs.',
    authorization: 'none',
    reply: nothing,
    problems: ['RATE_LIMITED'],
  },
  {
    id: 'client-link',
    method: 'post',
    path: '/client/link',
    summary: 'Where the journey of a link stands, and where it sends its user in the end.',
    authorization: 'linkSecret',
    reply: linkStateSchema,
    problems: ['UNAUTHORIZED', 'RATE_LIMITED'],
  },
  clientAction('begin', 'The user begins; the time to finish starts to run.', clientStateSchema),
  {
    id: 'state',
    method: 'get',
    path: '/client/state',
    summary: 'The state, once its seq is larger than `after` or the wait is over.',
    authorization: 'sessionKey',
    query: pollQuery,
    reply: clientStateSchema,
    problems: [...sessionProblems, 'INVALID_PARAMETER'],
  },
  {
    ...clientAction(
      'extend',
      'Gives the user an hour again, within 24 hours from the begin.',
      clientStateSchema,
    ),
    problems: [...sessionProblems, 'STEP_NOT_AWAITED'],
  },
  clientAction('leave', 'The page is going away; the session stays good.', nothing),
  clientAction(
    'cancel',
    'The user quits: the session ends, the token starts another until the deadline.',
    nothing,
  ),
  {
    id: 'open-popup',
    method: 'post',
    path: '/client/popup',
    summary:
      'Gives the address of a window for the flow, with a ticket that is good once and for 60 seconds.',
    authorization: 'sessionKey',
    body: popupRequestSchema,
    reply: popupResponseSchema,
    problems: [...sessionProblems, ...bodyProblems],
  },
  {
    id: 'watch-popup',
    method: 'get',
    path: '/client/popup',
    summary: 'What has happened in the window, once its seq is larger than `after` or the wait is over.',
    authorization: 'sessionKey',
    query: pollQuery,
    reply: popupStateSchema,
    problems: [...windowProblems, 'INVALID_PARAMETER'],
  },
  {
    id: 'release-popup',
    method: 'post',
    path: '/client/popup/release',
    summary: 'The page that opened the window is done with it: the window closes itself.',
    authorization: 'sessionKey',
    reply: nothing,
    problems: windowProblems,
  },
  {
    id: 'attend-popup',
    method: 'get',
    path: '/client/popup/attendance',
    summary: 'The window shows that it is there for as long as it waits, and learns when it is to close.',
    authorization: 'sessionKey',
    query: pollQuery,
    reply: popupAttendanceSchema,
    problems: [...windowProblems, 'INVALID_PARAMETER'],
  },
  {
    id: 'report-popup',
    method: 'post',
    path: '/client/popup/report',
    summary: 'The window says what has happened in it, for the page that opened it.',
    authorization: 'sessionKey',
    body: popupReportSchema,
    reply: nothing,
    problems: [...windowProblems, ...bodyProblems, 'SESSION_RELEASED'],
  },
  {
    id: 'leave-popup',
    method: 'post',
    path: '/client/popup/leave',
    summary: 'The page of the window is going away; it may return within 10 seconds.',
    authorization: 'sessionKey',
    body: popupLeaveSchema,
    reply: nothing,
    problems: [...windowProblems, ...bodyProblems],
  },
  {
    id: 'put-capture',
    method: 'put',
    path: '/client/steps/{stepId}/attempts/{attempt}/captures/{slot}',
    summary:
      'Stores one picture of the attempt at hand, in place of the one before. Content-Digest is held to.',
    authorization: 'sessionKey',
    headers: { 'content-digest': z.string().describe('sha-256=:<base64>: (RFC 9530).') },
    body: imageTypes,
    reply: captureResponseSchema,
    problems: [
      ...sessionProblems,
      'NOT_FOUND',
      'STEP_NOT_AWAITED',
      'CAPTURE_SEALED',
      'DIGEST_MISMATCH',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  },
  {
    id: 'submit-attempt',
    method: 'post',
    path: '/client/steps/{stepId}/attempts/{attempt}/submit',
    summary: 'Hands the attempt in. The same submission again answers the state as it is.',
    authorization: 'sessionKey',
    body: submitRequestSchema,
    reply: clientStateSchema,
    problems: [
      ...sessionProblems,
      ...bodyProblems,
      'NOT_FOUND',
      'STEP_NOT_AWAITED',
      'CAPTURE_SEALED',
      'CAPTURE_MISSING',
      'DIGEST_MISMATCH',
    ],
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
];
