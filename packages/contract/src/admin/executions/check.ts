import { z } from 'zod';
import { checkTypeSchema, platformSchema } from '../../check.ts';
import { checkStatusSchema, outcomeSchema } from '../../status.ts';
import { adminCellSchema, namedCellSchema } from './cell.ts';

const time = z.iso.datetime();

/** A finding or reason: its code and a sentence. */
export const adminReasonSchema = z.object({
  code: z.string().meta({ description: 'Code, as in `statusDetail` and in conditions of workflows.' }),
  sentence: z.string().nullable().meta({ description: 'Description of the code; null if there is none.' }),
  outcome: outcomeSchema
    .nullable()
    .meta({ description: 'Outcome of this finding alone; null if it was not stored.' }),
});
export type AdminReason = z.infer<typeof adminReasonSchema>;

/** Finding of one member of a check. */
export const adminMemberSchema = z.object({
  name: z.string().meta({ description: 'Name of the member in the API, such as `matchCheckResult`.' }),
  outcome: outcomeSchema.meta({ description: 'Outcome of the member.' }),
  isRequired: z.boolean().meta({ description: 'Whether the workflow requires PASS.' }),
  reasons: z.array(adminReasonSchema).meta({ description: 'Findings of this member.' }),
  threshold: z.string().nullable().meta({
    description: 'Threshold of the member, in words, if the workflow or the code has one.',
  }),
  docs: z.string().meta({ description: 'Page of the documentation about its judgement and accuracy.' }),
});
export type AdminMember = z.infer<typeof adminMemberSchema>;

/** An entry of an AML list that resembles the user. */
export const adminHitSchema = z.object({
  list: z.string().meta({ description: 'Id of the list.' }),
  entry: z.string().meta({ description: 'Id of the entry within its list, masked like the name.' }),
  name: adminCellSchema.meta({ description: 'The most similar name of the entry.' }),
  birthDates: z.array(adminCellSchema).meta({
    description: 'Birth dates of the entry, such as 1974, 1974-08 or 1974-08-12. Empty: unknown.',
  }),
  countries: z.array(z.string()).meta({ description: 'Countries of the entry, in words. Empty: unknown.' }),
  score: z.number().meta({ description: 'Similarity, 0 to 1.' }),
  agreed: z
    .array(z.string())
    .meta({ description: 'Data of the user with which the entry agrees, such as NAME and BIRTH_DATE.' }),
});

/** One check of an execution. Checks are listed in the order in which they were started. */
export const adminCheckSchema = z.object({
  id: z.uuid().meta({ description: 'Id of the check.' }),
  nodeId: z.string().nullable().meta({ description: 'Id of the node in the workflow; null once purged.' }),
  kind: z
    .string()
    .nullable()
    .meta({ description: 'Kind of the node, such as document or aml; null once purged.' }),
  checkType: checkTypeSchema.meta({ description: 'Kind of check in the API.' }),
  status: checkStatusSchema
    .nullable()
    .meta({ description: 'Status of the check; null until it is determined.' }),
  startedAt: time.meta({ description: 'Time at which the flow reached it.' }),
  finishedAt: time.nullable().meta({ description: 'Time at which its status was determined.' }),
  platform: platformSchema.nullable().meta({ description: 'Platform of the device that took the captures.' }),
  attempts: z
    .object({ used: z.int(), allowed: z.int() })
    .nullable()
    .meta({ description: 'Attempts of the user; null for checks without captures, and once purged.' }),
  reasons: z
    .array(adminReasonSchema)
    .meta({ description: 'Reasons for its status: codes of `statusDetail`, and further findings.' }),
  members: z.array(adminMemberSchema).meta({
    description: 'Members of the result. Empty for checks that have only findings, and once purged.',
  }),
  extracted: z.array(namedCellSchema).meta({ description: 'Data that was read.' }),
  facts: z
    .array(z.object({ name: z.string(), text: z.string() }))
    .meta({ description: 'Further figures of the check, such as the score of a device. Not personal.' }),
  threshold: z
    .string()
    .nullable()
    .meta({ description: 'Thresholds of the check as a whole, in words; null if there are none.' }),
  docs: z.string().meta({ description: 'Page of the documentation about its judgement.' }),
  screening: z
    .object({
      lists: z.array(z.object({ id: z.string(), importedAt: time, names: z.int() })),
      hits: z.array(adminHitSchema),
    })
    .nullable()
    .meta({ description: 'Lists and hits of an AML screening; null for other checks.' }),
});
export type AdminCheck = z.infer<typeof adminCheckSchema>;
