import { z } from 'zod';

const time = z.iso.datetime();

/** A list of people or networks that checks search. */
export const adminListSchema = z.object({
  kind: z.enum(['people', 'networks']).meta({ description: 'people: AML lists; networks: of addresses.' }),
  id: z
    .string()
    .meta({ description: 'What it is called in workflows and findings, or the setting that names it.' }),
  source: z
    .string()
    .nullable()
    .meta({ description: 'Where it comes from, as its importer or publisher says.' }),
  version: z.string().nullable().meta({ description: 'Names this state of the list.' }),
  entries: z.int().nullable().meta({ description: 'People or networks in it; null: that is not told.' }),
  names: z.int().nullable().meta({ description: 'Names with all aliases; null for lists of networks.' }),
  publishedAt: time.nullable().meta({ description: 'When its publisher made it; null: that is not told.' }),
  importedAt: time
    .nullable()
    .meta({ description: 'When it came here; null for files that are used where they lie.' }),
  ageDays: z.int().meta({ description: 'Whole days since it was imported, or made.' }),
  isOld: z.boolean().meta({ description: 'It is older than the limit of the doctor command.' }),
});
export type AdminList = z.infer<typeof adminListSchema>;

/** `data` of `GET lists`. */
export const adminListsSchema = z.object({
  lists: z.array(adminListSchema).meta({ description: 'Those that there are.' }),
  missing: z
    .array(z.enum(['people', 'networks']))
    .meta({ description: 'Kinds of which there is no list at all: checks that need them end in review.' }),
  oldAfterDays: z
    .object({
      people: z.int().meta({ description: 'For lists of people.' }),
      networks: z.int().meta({ description: 'For lists of networks.' }),
    })
    .meta({ description: 'Days after which a list is old.' }),
});
export type AdminLists = z.infer<typeof adminListsSchema>;
