import { z } from 'zod';

/** `data` of `GET sample-data`, and of the routes that create and remove sample data. */
export const adminSampleDataSchema = z.object({
  state: z.enum(['none', 'running', 'present']).meta({
    description:
      'none: no sample data, or it was removed. running: sample runs are being created. present: sample data can be removed.',
  }),
  finished: z.int().meta({ description: 'Number of finished sample runs.' }),
  total: z.int().meta({ description: 'Total number of sample runs.' }),
});
export type AdminSampleData = z.infer<typeof adminSampleDataSchema>;

/** Body of `POST sample-data`: empty, because nothing can be chosen, least of all the mode. */
export const adminSampleRequestSchema = z.strictObject({});
