import { z } from 'zod';
import { checkTypeSchema } from '../../check.ts';
import { executionStatusSchema } from '../../status.ts';

const time = z.iso.datetime();
const modeSchema = z.enum(['live', 'test']);

/** Default number of executions on a page of the list. */
export const adminPageSize = 50;

/** One execution in a list, with the masked name or id of its user. */
export const adminExecutionRowSchema = z.object({
  id: z.uuid().meta({ description: 'Id of the execution.' }),
  workflow: z.object({ id: z.uuid(), name: z.string(), version: z.int() }).meta({
    description: 'Workflow of the execution, with its current name and the version at the start.',
  }),
  user: z.string().nullable().meta({
    description:
      'Name among the inputs, otherwise the `user_id`; always masked. Null once purged, or if the inputs cannot be read.',
  }),
  mode: modeSchema.meta({
    description: 'Mode: that of the key that started it, or the one in which the panel started it.',
  }),
  channel: z
    .enum(['token', 'link'])
    .meta({ description: 'Channel: a token in a page, or a link to a hosted page.' }),
  status: executionStatusSchema.meta({ description: 'Status; PENDING until the flow has ended.' }),
  createdAt: time.meta({ description: 'Time of the start.' }),
  finishedAt: time.nullable().meta({ description: 'Time of the end; null before.' }),
  purgedAt: time
    .nullable()
    .meta({ description: 'Time at which its personal data was removed; null before.' }),
  isBroken: z.boolean().meta({
    description:
      'Whether the stored row was changed behind the service. Its data cannot be trusted; requests for the run are refused.',
  }),
  doubts: z
    .array(
      z.object({
        kind: z.string().nullable().meta({
          description: 'Kind of the node, such as document or aml; null once purged.',
        }),
        checkType: checkTypeSchema.meta({ description: 'Kind of check in the API.' }),
      }),
    )
    .meta({
      description: 'Checks that ended in REVIEW, DECLINED or ERROR, in the order in which they were started.',
    }),
  revision: z
    .int()
    .meta({ description: 'Grows with every change. A decision names the revision on which it is based.' }),
});
export type AdminExecutionRow = z.infer<typeof adminExecutionRowSchema>;

/** `data` of `GET executions`. */
export const adminExecutionListSchema = z.object({
  executions: z
    .array(adminExecutionRowSchema)
    .meta({ description: 'Executions, newest first; those that wait for a decision, oldest first.' }),
  next: z.string().nullable().meta({
    description: '`after` of the next page; null on the last page. Other pages may also be short or empty.',
  }),
  total: z.object({ count: z.int(), capped: z.boolean() }).nullable().meta({
    description:
      'Number of executions, counted up to 1,000; `capped` if there are more. Null if counting would read too much.',
  }),
});
export type AdminExecutionList = z.infer<typeof adminExecutionListSchema>;

/** Kinds of value that a search can look for. Values are normalized and compared as a whole, names word by word. */
export const adminSearchKinds = ['id', 'user-id', 'email', 'phone', 'document-number', 'name'] as const;

/** Body of `POST executions/search`. */
export const adminSearchRequestSchema = z.object({
  by: z.enum(adminSearchKinds).meta({ description: 'Kind of the value.' }),
  value: z.string().min(1).max(500).meta({
    description:
      'Value to search for, compared as a whole; words of a name match in any order. A phone number needs its country code.',
  }),
  after: z.string().max(200).optional().meta({ description: '`next` of the previous page.' }),
});
export type AdminSearchRequest = z.infer<typeof adminSearchRequestSchema>;

/** `data` of `POST executions/search`. */
export const adminSearchResultSchema = z.object({
  executions: z
    .array(adminExecutionRowSchema)
    .meta({ description: 'Executions, newest first. Purged ones are found only by id.' }),
  next: z.string().nullable().meta({ description: '`after` of the next page; null on the last page.' }),
  isPossible: z.boolean().meta({
    description:
      'False if no execution can have such a value, such as a phone number without a country code.',
  }),
  isComplete: z
    .boolean()
    .meta({ description: 'False while older executions are still being indexed and may be missing.' }),
  unsearchable: z.int().meta({
    description:
      'Number of executions of the account that no search finds, because their data cannot be read.',
  }),
});
export type AdminSearchResult = z.infer<typeof adminSearchResultSchema>;

/** `data` of `GET changes`. */
export const adminChangesSchema = z.object({
  cursor: z.string().meta({ description: '`after` of the next call.' }),
  isReset: z.boolean().meta({
    description: 'True if the changes since `after` are unknown, as after a restart. Read everything again.',
  }),
  executions: z.array(adminExecutionRowSchema).meta({
    description:
      'Current state of executions that changed since `after`, latest change last; empty if none changed within the wait.',
  }),
});
export type AdminChanges = z.infer<typeof adminChangesSchema>;
