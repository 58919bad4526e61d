import { z } from 'zod';

/** A text that may be personal data. */
export const adminCellSchema = z.object({
  text: z
    .string()
    .meta({ description: 'The text. While it is masked, only its ends with dots between them.' }),
  isMasked: z.boolean().meta({ description: 'Whether the text is masked. A reveal shows all of it.' }),
});
export type AdminCell = z.infer<typeof adminCellSchema>;

/** A value that may be personal data, with the name of its member. */
export const namedCellSchema = z.object({
  name: z
    .string()
    .meta({ description: 'Name of the member in the API, such as `user_dob` or `documentNumber`.' }),
  value: adminCellSchema,
});
