import { z } from 'zod';

const time = z.iso.datetime();

/** A list of people or networks that checks search. */
export const adminListSchema = z.object({
  kind: z
    .enum(['people', 'networks'])
    .meta({ description: 'people: AML list; networks: list of IP address ranges.' }),
  id: z
    .string()
    .meta({ description: 'Id of the list in workflows and findings, or the setting that names it.' }),
  source: z
    .string()
    .nullable()
    .meta({ description: 'Source of the list, as its importer or publisher states it.' }),
  version: z.string().nullable().meta({ description: 'Version of the list.' }),
  entries: z.int().nullable().meta({ description: 'Number of people or networks in it; null if unknown.' }),
  names: z
    .int()
    .nullable()
    .meta({ description: 'Number of names, including aliases; null for lists of networks.' }),
  publishedAt: time.nullable().meta({ description: 'Time at which it was published; null if unknown.' }),
  importedAt: time
    .nullable()
    .meta({ description: 'Time at which it was imported; null for files that are used in place.' }),
  ageDays: z.int().meta({ description: 'Whole days since it was imported or published.' }),
  isOld: z.boolean().meta({ description: 'Whether it is older than the limit of the doctor command.' }),
});
export type AdminList = z.infer<typeof adminListSchema>;

/** `data` of `GET lists`. */
export const adminListsSchema = z.object({
  lists: z.array(adminListSchema).meta({ description: 'All lists.' }),
  missing: z
    .array(z.enum(['people', 'networks']))
    .meta({ description: 'Kinds without any list. Checks that need them end in review.' }),
  oldAfterDays: z
    .object({
      people: z.int().meta({ description: 'Limit for lists of people.' }),
      networks: z.int().meta({ description: 'Limit for lists of networks.' }),
    })
    .meta({ description: 'Number of days after which a list counts as old.' }),
});
export type AdminLists = z.infer<typeof adminListsSchema>;
