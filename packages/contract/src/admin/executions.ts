import { z } from 'zod';
import { checkTypeSchema, platformSchema } from '../check.ts';
import { captureSlotSchema } from '../client/capture-slot.ts';
import { documentTypeSchema } from '../document.ts';
import { decisionRequestSchema } from '../execution.ts';
import { checkStatusSchema, executionStatusSchema, outcomeSchema } from '../status.ts';
import { webhookEventSchema } from '../webhook.ts';
import { webhookDeliveryStates } from '../webhook-log.ts';

const time = z.iso.datetime();
const modeSchema = z.enum(['live', 'test']);

/** How many executions a page of the list has unless asked otherwise. */
export const adminPageSize = 50;

/** One execution in a list: nothing of its user. */
export const adminExecutionRowSchema = z.object({
  id: z.uuid().meta({ description: 'Names the execution.' }),
  workflow: z.object({ id: z.uuid(), name: z.string(), version: z.int() }).meta({
    description: 'The workflow that it runs, by its present name, and the version that it started with.',
  }),
  mode: modeSchema.meta({ description: 'Of the key that started it.' }),
  channel: z
    .enum(['token', 'link'])
    .meta({ description: 'By a token in a page, or by a link to a hosted page.' }),
  status: executionStatusSchema.meta({ description: 'PENDING until the flow has ended.' }),
  createdAt: time.meta({ description: 'When it was started.' }),
  finishedAt: time.nullable().meta({ description: 'When it ended; null before.' }),
  purgedAt: time.nullable().meta({ description: 'When its personal data was removed; null before.' }),
  isBroken: z.boolean().meta({
    description:
      'The stored row is not as the service wrote it: nothing of it can be believed, and the run is not shown.',
  }),
  revision: z
    .int()
    .meta({ description: 'Grows with every change. A decision names the one it was made on.' }),
});
export type AdminExecutionRow = z.infer<typeof adminExecutionRowSchema>;

/** `data` of `GET executions`. */
export const adminExecutionListSchema = z.object({
  executions: z
    .array(adminExecutionRowSchema)
    .meta({ description: 'The newest first; those that wait for a decision, the oldest first.' }),
  next: z.string().nullable().meta({
    description:
      '`after` of the next page; null: this is the last. A page may be short, even empty, and not the last.',
  }),
  total: z.object({ count: z.int(), capped: z.boolean() }).nullable().meta({
    description:
      'How many there are, counted up to 1,000; `capped`: there are more. Null where counting would read too much.',
  }),
});
export type AdminExecutionList = z.infer<typeof adminExecutionListSchema>;

/** Kinds of values that an exact search looks for. */
export const adminSearchKinds = ['id', 'user-id', 'email', 'phone', 'document-number', 'name'] as const;

/** Body of `POST executions/search`. */
export const adminSearchRequestSchema = z.object({
  by: z.enum(adminSearchKinds).meta({ description: 'What the value is.' }),
  value: z.string().min(1).max(500).meta({
    description:
      'Compared exactly; of a name, words in any order and spelling. A phone number needs its country code.',
  }),
  after: z.string().max(200).optional().meta({ description: '`next` of the page before.' }),
});
export type AdminSearchRequest = z.infer<typeof adminSearchRequestSchema>;

/** `data` of `POST executions/search`. */
export const adminSearchResultSchema = z.object({
  executions: z
    .array(adminExecutionRowSchema)
    .meta({ description: 'The newest first. Purged ones are found by id alone.' }),
  next: z.string().nullable().meta({ description: '`after` of the next page; null: this is the last.' }),
  isPossible: z.boolean().meta({
    description: 'False: no execution can have such a value, such as a phone number without a country code.',
  }),
  isComplete: z
    .boolean()
    .meta({ description: 'False: executions from before there was a search are not all found yet.' }),
  unsearchable: z.int().meta({
    description: 'How many executions of the account no search finds, as their data cannot be read.',
  }),
});
export type AdminSearchResult = z.infer<typeof adminSearchResultSchema>;

/** A text that may be personal data. */
export const adminCellSchema = z.object({
  text: z.string().meta({ description: 'The text, or its ends with dots between while it is masked.' }),
  isMasked: z.boolean().meta({ description: 'A reveal shows all of it.' }),
});
export type AdminCell = z.infer<typeof adminCellSchema>;

const namedCellSchema = z.object({
  name: z
    .string()
    .meta({ description: 'Member as the API calls it, such as `user_dob` or `documentNumber`.' }),
  value: adminCellSchema,
});

/** A finding or reason, by its code and in a sentence. */
export const adminReasonSchema = z.object({
  code: z.string().meta({ description: 'Code as in `statusDetail` and in conditions of workflows.' }),
  sentence: z
    .string()
    .nullable()
    .meta({ description: 'The same in a sentence; null for a code without one.' }),
  outcome: outcomeSchema.nullable().meta({ description: 'What it says by itself; null: not stored.' }),
});
export type AdminReason = z.infer<typeof adminReasonSchema>;

/** One picture, video or file that was handed in. */
export const adminCaptureSchema = z.object({
  id: z.uuid().meta({ description: 'Names the capture.' }),
  slot: captureSlotSchema.meta({ description: 'Side, frame, video, letter, card or file.' }),
  kind: z.enum(['image', 'video', 'pdf', 'none']).meta({
    description: 'What can be shown of it. none: what came was no such file, and nothing of it is kept.',
  }),
  contentType: z.string().meta({ description: 'Media type of what is kept.' }),
  sizeBytes: z.int().meta({ description: 'Size of the file as it came.' }),
  url: z.string().nullable().meta({
    description:
      'Where it is fetched, beneath the service, with the cookie of the session; null: nothing is kept, or the person may see no pictures.',
  }),
  receivedAt: time.meta({ description: 'When its last byte had come.' }),
  pose: z
    .string()
    .nullable()
    .meta({ description: 'Of a frame of a selfie: the pose that was asked for; null: not stored.' }),
  places: z
    .array(
      z.object({
        what: z.string().meta({
          description: '`document`, `portrait`, `barcode`, or a field as agreement names it.',
        }),
        corners: z
          .array(z.tuple([z.number(), z.number()]))
          .meta({ description: 'Four, clockwise, as shares of width and height of the picture.' }),
      }),
    )
    .meta({ description: 'What the check found where in the picture; empty: that is not stored.' }),
});
export type AdminCapture = z.infer<typeof adminCaptureSchema>;

/** Captures of one attempt at a step. */
export const adminAttemptSchema = z.object({
  attempt: z.int().meta({ description: 'Which try at the step it is, from 1.' }),
  isJudged: z.boolean().meta({ description: 'The check stands on this one: the last that was submitted.' }),
  submittedAt: time.nullable().meta({ description: 'Null: it was never submitted.' }),
  documentType: documentTypeSchema.nullable().meta({ description: 'The document that the user chose.' }),
  captures: z.array(adminCaptureSchema).meta({ description: 'In the order of the step.' }),
});
export type AdminAttempt = z.infer<typeof adminAttemptSchema>;

/** Evidence of one step, in the order of the walk. */
export const adminEvidenceSchema = z.object({
  nodeId: z.string().meta({ description: 'The step, as the workflow calls it.' }),
  kind: z.string().meta({ description: 'Kind of the step: document, selfie, address, card or evidence.' }),
  attempts: z.array(adminAttemptSchema).meta({ description: 'The first one first.' }),
});
export type AdminEvidence = z.infer<typeof adminEvidenceSchema>;

/** Finding of one member of a check. */
export const adminMemberSchema = z.object({
  name: z.string().meta({ description: 'Member as the API calls it, such as `matchCheckResult`.' }),
  outcome: outcomeSchema.meta({ description: 'What it says.' }),
  isRequired: z.boolean().meta({ description: 'The workflow asks for PASS.' }),
  reasons: z.array(adminReasonSchema).meta({ description: 'Findings of this member.' }),
  threshold: z.string().nullable().meta({
    description: 'The limit that it was held against, in words, where the workflow or the code has one.',
  }),
  docs: z
    .string()
    .meta({ description: 'Page of the documentation that says how it is judged and measured.' }),
});
export type AdminMember = z.infer<typeof adminMemberSchema>;

/** An entry of a list of people that is like the user. */
export const adminHitSchema = z.object({
  list: z.string().meta({ description: 'Id of the list.' }),
  entry: z.string().meta({ description: 'Id of the entry within its list.' }),
  name: adminCellSchema.meta({ description: 'The name of the entry that is most like.' }),
  score: z.number().meta({ description: 'How like it is, 0 to 1.' }),
  agreed: z.array(z.string()).meta({ description: 'What agreed, such as NAME and BIRTH_DATE.' }),
});

/** One check, in the order of the walk. */
export const adminCheckSchema = z.object({
  id: z.uuid().meta({ description: 'Names the check.' }),
  nodeId: z
    .string()
    .nullable()
    .meta({ description: 'The step, as the workflow calls it; null once purged.' }),
  kind: z
    .string()
    .nullable()
    .meta({ description: 'Kind of the node, such as document or aml; null once purged.' }),
  checkType: checkTypeSchema.meta({ description: 'As the API calls it.' }),
  status: checkStatusSchema.nullable().meta({ description: 'Null until it is decided.' }),
  startedAt: time.meta({ description: 'When the flow came to it.' }),
  finishedAt: time.nullable().meta({ description: 'When its status was settled.' }),
  platform: platformSchema.nullable().meta({ description: 'The device that took the captures.' }),
  attempts: z
    .object({ used: z.int(), allowed: z.int() })
    .nullable()
    .meta({ description: 'Tries of the user; null for checks without captures, and once purged.' }),
  reasons: z
    .array(adminReasonSchema)
    .meta({ description: 'Why it has its status: codes of `statusDetail`, and further findings.' }),
  members: z
    .array(adminMemberSchema)
    .meta({ description: 'Empty for checks that keep findings alone, and once purged.' }),
  extracted: z.array(namedCellSchema).meta({ description: 'What was read.' }),
  facts: z
    .array(z.object({ name: z.string(), text: z.string() }))
    .meta({ description: 'Further figures that it found, such as the score of a device; nothing personal.' }),
  threshold: z
    .string()
    .nullable()
    .meta({ description: 'Limits of the check as a whole, in words; null: there are none.' }),
  docs: z.string().meta({ description: 'Page of the documentation that says how it is judged.' }),
  screening: z
    .object({
      lists: z.array(z.object({ id: z.string(), importedAt: time, names: z.int() })),
      hits: z.array(adminHitSchema),
    })
    .nullable()
    .meta({ description: 'What an AML screening looked into and found; null for other checks.' }),
});
export type AdminCheck = z.infer<typeof adminCheckSchema>;

/** Sources of a fact about the user. */
export const adminFieldSources = ['sent', 'document', 'letter', 'card'] as const;

/** One fact about the user beside all places that state it. */
export const adminAgreementSchema = z.object({
  field: z
    .enum(['name', 'birthDate', 'documentNumber', 'country', 'gender', 'address', 'postalCode', 'cardNumber'])
    .meta({ description: 'What it is.' }),
  cells: z
    .array(
      z.object({ source: z.enum(adminFieldSources), nodeId: z.string().nullable(), value: adminCellSchema }),
    )
    .meta({
      description:
        'What each place says. sent: the start request or a form; document: what was read of it as a whole.',
    }),
  rule: z.string().nullable().meta({
    description:
      'Member of the check that compared them, such as `nameMatchCheckResult`; null: nothing compared them.',
  }),
  outcome: outcomeSchema.nullable().meta({ description: 'What that member says.' }),
});
export type AdminAgreement = z.infer<typeof adminAgreementSchema>;

/** One comparison of a condition with the values that it was made on. */
export const adminComparisonSchema = z.object({
  fact: z.string().meta({ description: 'As the workflow names it, such as `inputs.user_country`.' }),
  is: z.string().meta({ description: 'How it is compared.' }),
  value: z.string().nullable().meta({ description: 'What it is compared with; null: nothing.' }),
  actual: adminCellSchema.nullable().meta({ description: 'The value of the fact; null: it was missing.' }),
  truth: z
    .enum(['true', 'false', 'missing', 'hidden'])
    .meta({ description: 'What it came to; hidden: it would tell masked data.' }),
  sentence: z.string().meta({ description: 'The same in words, without the value of the fact.' }),
});

/** One node that the walk came by. */
export const adminPathNodeSchema = z.object({
  nodeId: z.string().meta({ description: 'As the workflow calls it.' }),
  kind: z.string().meta({ description: 'Kind of the node.' }),
  status: z
    .string()
    .nullable()
    .meta({ description: 'Of a check that is decided, and of an end: the status.' }),
  taken: z.enum(['if', 'else']).nullable().meta({ description: 'Of a condition: the way it sent the walk.' }),
  sentence: z.string().meta({ description: 'What happened there, in words.' }),
  comparisons: z.array(adminComparisonSchema).meta({ description: 'Of a condition; empty for all else.' }),
  otherwise: z
    .string()
    .nullable()
    .meta({ description: 'Of a condition: what would have had to differ for the other way, in words.' }),
});
export type AdminPathNode = z.infer<typeof adminPathNodeSchema>;

/** Other executions of the account that share something with this one. */
export const adminElsewhereSchema = z.object({
  by: z
    .enum(['user', 'document', 'device', 'address', 'frame', 'other'])
    .meta({ description: 'What they share. other: one of these, and no longer known which.' }),
  executions: z.array(adminExecutionRowSchema).meta({ description: 'At most 20, the newest first.' }),
  isCapped: z.boolean().meta({ description: 'There are more.' }),
});
export type AdminElsewhere = z.infer<typeof adminElsewhereSchema>;

/** Actor of an act. */
export const adminActorSchema = z.object({
  kind: z.string().meta({ description: 'person, key, operator, system, link or stranger.' }),
  id: z.string().meta({ description: 'Names it within its kind.' }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Name of the person or the key; null: it has none, or is gone.' }),
});
export type AdminActor = z.infer<typeof adminActorSchema>;

/** A decision on the execution. */
export const adminDecisionSchema = z.object({
  id: z.uuid().meta({ description: 'Names the decision.' }),
  status: z.enum(['APPROVED', 'DECLINED']).meta({ description: 'What was decided.' }),
  by: adminActorSchema.meta({ description: 'Who decided.' }),
  decidedAt: time.meta({ description: 'When.' }),
  hasComment: z.boolean().meta({ description: 'There is one.' }),
  comment: z.string().nullable().meta({
    description: 'Null: there is none, it was purged, or the person may not read what speaks of users.',
  }),
});
export type AdminDecision = z.infer<typeof adminDecisionSchema>;

/** An event about the execution on its way to one endpoint. */
export const adminRunDeliverySchema = z.object({
  id: z.uuid().meta({ description: 'Names the delivery.' }),
  endpointId: z.uuid().meta({ description: 'The endpoint that it goes to.' }),
  event: webhookEventSchema.meta({ description: 'What happened.' }),
  url: z.string().meta({ description: 'Where it goes, without query.' }),
  state: z.enum(webhookDeliveryStates).meta({ description: 'How it stands.' }),
  attempts: z.int().meta({ description: 'How often it was tried.' }),
  lastStatus: z.int().nullable().meta({ description: 'HTTP status of the last answer.' }),
  lastError: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
  emittedAt: time.meta({ description: 'When the event was emitted.' }),
});

/** An event of the audit trail about the execution. */
export const adminRunEventSchema = z.object({
  seq: z.int().meta({ description: 'Place in the trail of the account.' }),
  at: time.meta({ description: 'When.' }),
  by: adminActorSchema.meta({ description: 'Who acted.' }),
  act: z.string().meta({ description: 'What was done, such as `execution.decide`.' }),
  changes: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'What changed, as `[old, new]` or the new value.' }),
  address: z.string().nullable().meta({ description: 'Where it came from.' }),
});

/** Why something cannot be done now; null: it can. */
const obstacleSchema = z.enum(['ROLE', 'NOT_ENDED', 'PURGED', 'NO_RESULT', 'NO_RECEIVER']).nullable();

/** `data` of `GET executions/:id`, and of a reveal: the whole run. */
export const adminExecutionSchema = adminExecutionRowSchema.extend({
  isMasked: z.boolean().meta({ description: 'Personal data shows its ends alone; a reveal shows it.' }),
  isReadable: z
    .boolean()
    .meta({ description: 'False: what the checks found cannot be opened, and is left out.' }),
  begunAt: time.nullable().meta({ description: 'When the user began; null: not yet, or never.' }),
  openUntil: time
    .nullable()
    .meta({ description: 'Until when the user can begin or finish; null once ended.' }),
  platform: platformSchema.nullable().meta({ description: 'Kind of device that the user came with.' }),
  loip: z
    .string()
    .nullable()
    .meta({ description: 'Level of identity proofing; null where the workflow has none.' }),
  may: z
    .object({
      reveal: obstacleSchema,
      decide: obstacleSchema,
      resend: obstacleSchema,
      seeMedia: obstacleSchema,
      sendLink: obstacleSchema,
    })
    .meta({
      description:
        'What the person may do to it now: null, or why not. ROLE: the role does not allow it; NOT_ENDED: it goes on; NO_RESULT: it ended with ERROR; NO_RECEIVER: no enabled endpoint subscribes to `sync`.',
    }),
  stage: z.array(z.string()).meta({ description: 'How far the user came, in sentences.' }),
  why: z
    .array(z.string())
    .meta({ description: 'Why it has its status, in sentences; empty while it goes on.' }),
  inputs: z.array(namedCellSchema).meta({ description: 'What was sent or typed; empty once purged.' }),
  evidence: z.array(adminEvidenceSchema).meta({ description: 'What was handed in; empty once purged.' }),
  checks: z.array(adminCheckSchema).meta({ description: 'In the order they were started.' }),
  agreement: z
    .array(adminAgreementSchema)
    .meta({ description: 'Facts that several places state, or one that was compared.' }),
  path: z
    .array(adminPathNodeSchema)
    .meta({ description: 'The nodes that the walk came by, in order; empty once purged.' }),
  elsewhere: z
    .array(adminElsewhereSchema)
    .meta({ description: 'Executions that share user, document, device or address.' }),
  decisions: z.array(adminDecisionSchema).meta({ description: 'The first one first; the last one counts.' }),
  deliveries: z
    .array(adminRunDeliverySchema)
    .meta({ description: 'The oldest event first; kept for 30 days.' }),
  events: z
    .array(adminRunEventSchema)
    .meta({ description: 'The last 100 events of the audit trail about it, the newest first.' }),
  notStored: z.array(z.string()).meta({
    description:
      'What of a run the service does not keep, in sentences, so that nobody looks for it in vain.',
  }),
});
export type AdminExecution = z.infer<typeof adminExecutionSchema>;

/** Body of `POST executions/:id/reveal`. */
export const adminRevealRequestSchema = z.object({
  reason: z.string().trim().min(3).max(250).meta({
    description: 'Why it is looked at. Kept in the audit trail for ever: nothing of a user belongs in it.',
  }),
});
export type AdminRevealRequest = z.infer<typeof adminRevealRequestSchema>;

/** Body of `POST executions/:id/decision`. */
export const adminDecisionRequestSchema = decisionRequestSchema.extend({
  revision: z.int().min(0).meta({ description: '`revision` of the run as the person saw it.' }),
});
export type AdminDecisionRequest = z.infer<typeof adminDecisionRequestSchema>;

/** `data` of `POST executions/:id/decision`. */
export const adminDecisionResultSchema = z.object({
  revision: z.int().meta({ description: '`revision` of the run with this decision.' }),
});

/** `changed` of the problem EXECUTION_CHANGED: what the execution is now. */
export const adminExecutionChangedSchema = z.object({
  revision: z.int().meta({ description: 'The present revision.' }),
  status: executionStatusSchema.meta({ description: 'The present status.' }),
  decisions: z
    .array(adminDecisionSchema.omit({ comment: true, hasComment: true }))
    .meta({ description: 'All decisions on it, the first one first. The run shows their comments.' }),
});
export type AdminExecutionChanged = z.infer<typeof adminExecutionChangedSchema>;

/** `data` of `POST executions/:id/resend`. */
export const adminResendResultSchema = z.object({
  sentTo: z
    .array(z.string())
    .meta({ description: 'Addresses of the endpoints that it is on its way to, without query.' }),
});
export type AdminResendResult = z.infer<typeof adminResendResultSchema>;

/** `data` of `GET changes`. */
export const adminChangesSchema = z.object({
  cursor: z.string().meta({ description: '`after` of the next call.' }),
  isReset: z.boolean().meta({
    description: 'What changed since `after` is not known, as after a restart: read anew what is shown.',
  }),
  executions: z.array(adminExecutionRowSchema).meta({
    description:
      'What changed since `after`, as it is now, the latest change last; empty when the wait was over.',
  }),
});
export type AdminChanges = z.infer<typeof adminChangesSchema>;
