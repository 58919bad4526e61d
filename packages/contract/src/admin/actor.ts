import { z } from 'zod';

/** Actor of an act: a person, an API key, the service or another party. */
export const adminActorSchema = z.object({
  kind: z.string().meta({ description: 'person, key, operator, system, link or stranger.' }),
  id: z.string().meta({ description: 'Id, unique within its kind.' }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Name of the person or key; null if it has none or no longer exists.' }),
});
export type AdminActor = z.infer<typeof adminActorSchema>;
