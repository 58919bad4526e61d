import { z } from 'zod';
import { outcomeSchema } from '../../status.ts';
import { adminCellSchema } from './cell.ts';

/** Sources of a fact about the user. */
export const adminFieldSources = ['sent', 'document', 'letter', 'card'] as const;

/** One fact about the user, with every source that states it. */
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
