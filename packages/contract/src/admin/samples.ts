import { z } from 'zod';

/** `data` of `GET sample-data`, and of the routes that create and remove sample data. */
export const adminSampleDataSchema = z.object({
  state: z.enum(['none', 'running', 'present']).meta({
    description:
      'none: there is none, or it was removed. running: runs are being made. present: it can be removed.',
  }),
  finished: z.int().meta({ description: 'How many sample runs have come as far as they shall.' }),
  total: z.int().meta({ description: 'How many there will be.' }),
});
export type AdminSampleData = z.infer<typeof adminSampleDataSchema>;

/** Body of `POST sample-data`: empty, because nothing can be chosen, least of all the mode. */
export const adminSampleRequestSchema = z.strictObject({});
