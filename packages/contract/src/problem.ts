import { z } from 'zod';

/** The HTTP status of each code of section 7.1 and 7.2 of the API. */
export const apiErrorStatus = {
  MISSING_REQUIRED_INPUTS: 400,
  INVALID_INPUT_FORMAT: 400,
  INVALID_REQUEST_BODY: 400,
  EXECUTION_IN_PROGRESS: 400,
  EXECUTION_PURGED: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  WORKFLOW_NOT_FOUND: 404,
  WORKFLOW_EXECUTION_NOT_FOUND: 404,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
} as const;

/** The HTTP status of each further code that the service returns. */
export const serviceErrorStatus = {
  /** A query parameter is malformed. */
  INVALID_PARAMETER: 400,
  NOT_FOUND: 404,
  /** No webhook endpoint of the account has this id. */
  WEBHOOK_ENDPOINT_NOT_FOUND: 404,
  /** No delivery of the account has this id. */
  WEBHOOK_DELIVERY_NOT_FOUND: 404,
  /** The endpoint is disabled until it is resumed. */
  WEBHOOK_ENDPOINT_DISABLED: 409,
  /** All webhooks are held, as after a restore: nothing is sent before they are released. */
  WEBHOOKS_HELD: 409,
  /** The event first arrived too long ago to be sent again. */
  WEBHOOK_DELIVERY_TOO_OLD: 409,
  /** An account must keep an owner. */
  LAST_OWNER: 409,
  /** A person must enter their password again before this. */
  AUTHENTICATION_TOO_OLD: 403,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_KEY_IN_USE: 409,
  UNAVAILABLE: 503,
} as const;

/** The HTTP status of each code that only the client API answers with. */
export const clientErrorStatus = {
  /** The session's deadline has passed. */
  SESSION_EXPIRED: 401,
  /** A later init took the session over. */
  SESSION_TAKEN_OVER: 409,
  /** The page that opened the popup has finished with it or given it up. */
  SESSION_RELEASED: 410,
  /** The one-time ticket was not redeemed in time. */
  TICKET_EXPIRED: 401,
  /** Another window redeemed the one-time ticket. */
  TICKET_USED: 409,
  /** The flow is already on a phone, or a phone could not continue it now. */
  HANDOFF_NOT_POSSIBLE: 409,
  /** The step or attempt is not the current one. */
  STEP_NOT_AWAITED: 409,
  /** The attempt was submitted: its captures can no longer change. */
  CAPTURE_SEALED: 409,
  /** Too many different files were uploaded for one slot, or in one session. */
  CAPTURE_LIMIT_REACHED: 409,
  /** A capture named by the submission was not uploaded. */
  CAPTURE_MISSING: 400,
  /** The bytes received do not match the digest. */
  DIGEST_MISMATCH: 400,
  /** An upload stalled, or arrived more slowly than the minimum pace. */
  UPLOAD_TOO_SLOW: 408,
} as const;

/** The HTTP status of each code that only the Admin Panel's API answers with. */
export const adminErrorStatus = {
  /** The execution changed since the person saw it. */
  EXECUTION_CHANGED: 409,
  /** The draft of the workflow was changed by somebody else since the person saw it. */
  DRAFT_CHANGED: 409,
  /** The webhook endpoint was changed by somebody else since the person saw it. */
  WEBHOOK_ENDPOINT_CHANGED: 409,
  /** The account has the maximum number of webhook endpoints. */
  WEBHOOK_ENDPOINT_LIMIT_REACHED: 409,
  /** The webhook endpoint has the maximum number of signing secrets: the next rotation has to wait. */
  WEBHOOK_SECRET_LIMIT_REACHED: 409,
  /** The account requires a second step at sign-in, and the person has none yet. */
  SECOND_STEP_REQUIRED: 403,
  /** The person has no password, which comes before other sign-in methods. */
  NO_PASSWORD: 409,
  /** The setting was changed by somebody else since the person saw it. */
  SETTING_CHANGED: 409,
  /** No enabled endpoint of the account subscribes to the event. */
  NO_ENDPOINT_SUBSCRIBES: 409,
  /** Sample data exists already, or is being created. */
  SAMPLE_DATA_PRESENT: 409,
} as const;

/** The HTTP status of every code. */
export const problemStatus = {
  ...apiErrorStatus,
  ...serviceErrorStatus,
  ...clientErrorStatus,
  ...adminErrorStatus,
} as const;

/** Stable code of an error, the same for every route. */
export type ProblemCode = keyof typeof problemStatus;

/** Every code. */
export const problemCodes = Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]];

const fault = {
  code: z.string().meta({ description: 'Kind of fault, for programs.' }),
  // Neither names the member nor quotes its value.
  detail: z.string().meta({ description: 'Description of the fault, for people.' }),
};
const absent = z.never().optional();

/** One fault of a request: its place and its code. Exactly one member gives the place. */
export const problemFaultSchema = z.union([
  z.object({
    pointer: z.string().meta({
      description: 'Member of the body, as a JSON pointer (RFC 6901). Empty for the body as a whole.',
    }),
    header: absent,
    parameter: absent,
    ...fault,
  }),
  z.object({
    header: z.string().meta({ description: 'Name of a header, in lower case.' }),
    pointer: absent,
    parameter: absent,
    ...fault,
  }),
  z.object({
    parameter: z.string().meta({ description: 'Name of a path or query parameter.' }),
    pointer: absent,
    header: absent,
    ...fault,
  }),
]);
export type ProblemFault = z.infer<typeof problemFaultSchema>;

/** The body of every error reply: `application/problem+json` (RFC 9457) with our code, request id and faults. */
export const problemSchema = z.object({
  type: z.string().meta({ description: 'URN that names the code.' }),
  title: z.string().meta({ description: 'Meaning of the code, for people.' }),
  status: z.int().meta({ description: 'The HTTP status.' }),
  detail: z
    .string()
    .meta({ description: 'Description of this occurrence, for people. Never quotes what was sent.' }),
  code: z.enum(problemCodes).meta({ description: 'Kind of error, for programs. Codes are stable.' }),
  requestId: z.string().meta({
    description: 'Id of the request, also in the header X-Request-Id. Support can find the request by it.',
  }),
  errors: z.array(problemFaultSchema).meta({ description: 'Every fault of the request, with its place.' }),
});
export type Problem = z.infer<typeof problemSchema>;
