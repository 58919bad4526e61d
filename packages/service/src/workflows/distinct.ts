import { countedFirst } from '@vendor/contract';
import { z } from 'zod';

/** Entries that are looked at. More than there are values, so that an import names the entry that is there twice. */
const mostEntries = 100;

/**
 * A list of at least one entry in which none is to be there twice: JSON Schema is told so, and an import refuses it with the name
 * of its node.
 *
 * @param values - how many different entries there can be.
 * @param rules - what JSON Schema is told besides.
 */
export function distinct<Entry extends z.ZodType>(entry: Entry, values: number, rules: object = {}) {
  const list = z
    .array(entry)
    .min(1)
    .meta({ uniqueItems: true, maxItems: values, ...rules });
  return countedFirst(list, mostEntries, 'entries');
}
