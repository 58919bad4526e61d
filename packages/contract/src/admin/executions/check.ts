import { z } from 'zod';
import { checkTypeSchema, platformSchema } from '../../check.ts';
import { checkStatusSchema, outcomeSchema } from '../../status.ts';
import { adminCellSchema, namedCellSchema } from './cell.ts';

const time = z.iso.datetime();

/** A finding or reason: its code and a sentence. */
export const adminReasonSchema = z.object({
  code: z.string().meta({ description: 'Code as in `statusDetail` and in conditions of workflows.' }),
  sentence: z
    .string()
    .nullable()
    .meta({ description: 'The same in a sentence; null for a code without one.' }),
  outcome: outcomeSchema.nullable().meta({ description: 'What it says by itself; null: not stored.' }),
});
export type AdminReason = z.infer<typeof adminReasonSchema>;

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

/** An entry of an AML list that resembles the user. */
export const adminHitSchema = z.object({
  list: z.string().meta({ description: 'Id of the list.' }),
  entry: z.string().meta({ description: 'Id of the entry within its list.' }),
  name: adminCellSchema.meta({ description: 'The name of the entry that is most like.' }),
  score: z.number().meta({ description: 'How like it is, 0 to 1.' }),
  agreed: z.array(z.string()).meta({ description: 'What agreed, such as NAME and BIRTH_DATE.' }),
});

/** One check of an execution. Checks are listed in the order in which they were started. */
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
