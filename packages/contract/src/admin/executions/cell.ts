import { z } from 'zod';

/** A text that may be personal data. */
export const adminCellSchema = z.object({
  text: z.string().meta({ description: 'The text, or its ends with dots between while it is masked.' }),
  isMasked: z.boolean().meta({ description: 'A reveal shows all of it.' }),
});
export type AdminCell = z.infer<typeof adminCellSchema>;

/** A value that may be personal data, with the name of its member. */
export const namedCellSchema = z.object({
  name: z
    .string()
    .meta({ description: 'Member as the API calls it, such as `user_dob` or `documentNumber`.' }),
  value: adminCellSchema,
});
