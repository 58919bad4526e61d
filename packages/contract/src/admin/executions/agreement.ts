import { z } from 'zod';
import { outcomeSchema } from '../../status.ts';
import { adminCellSchema } from './cell.ts';

/** Sources of a fact about the user. */
export const adminFieldSources = ['sent', 'document', 'letter', 'card'] as const;

/** One fact about the user, with every source that states it. */
export const adminAgreementSchema = z.object({
  field: z
    .enum(['name', 'birthDate', 'documentNumber', 'country', 'gender', 'address', 'postalCode', 'cardNumber'])
    .meta({ description: 'Name of the fact.' }),
  cells: z
    .array(
      z.object({ source: z.enum(adminFieldSources), nodeId: z.string().nullable(), value: adminCellSchema }),
    )
    .meta({
      description:
        'Value in each source. sent: the start request or a form; document: the combined reading of the document.',
    }),
  rule: z.string().nullable().meta({
    description:
      'Member of the check that compared the values, such as `nameMatchCheckResult`; null if none did.',
  }),
  outcome: outcomeSchema.nullable().meta({ description: 'Outcome of that member.' }),
});
export type AdminAgreement = z.infer<typeof adminAgreementSchema>;
