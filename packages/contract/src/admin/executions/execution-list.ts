import { z } from 'zod';
import { executionStatusSchema } from '../../status.ts';

const time = z.iso.datetime();
const modeSchema = z.enum(['live', 'test']);

/** Default number of executions on a page of the list. */
export const adminPageSize = 50;

/** One execution in a list, without any data of its user. */
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

/** Kinds of value that an exact search can look for. */
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
