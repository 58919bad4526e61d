import { countedFirst } from '@vendor/contract';
import { z } from 'zod';

/**
 * Maximum number of entries that are parsed. Greater than the number of possible values, so that an import can name a repeated
 * entry.
 */
const maxEntries = 100;

/**
 * Builds the schema of a list of at least one entry without duplicates. JSON Schema forbids duplicates with `uniqueItems`; an
 * import refuses them elsewhere, with the name of the node.
 *
 * @param values - number of different possible entries.
 * @param rules - additional keywords for JSON Schema.
 */
export function distinct<Entry extends z.ZodType>(entry: Entry, values: number, rules: object = {}) {
  const list = z
    .array(entry)
    .min(1)
    .meta({ uniqueItems: true, maxItems: values, ...rules });
  return countedFirst(list, maxEntries, 'entries');
}
