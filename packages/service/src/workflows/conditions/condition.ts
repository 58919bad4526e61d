import { z } from 'zod';

/** Maximum depth of nesting, and maximum number of comparisons: enough for any policy that a person can read. */
const maxDepth = 8;
const maxComparisons = 100;

/** Value that a fact is compared with. */
const plainValue = z.union([z.string().max(256), z.number(), z.boolean()]);

/** A comparison of a fact. Which comparators are allowed depends on the type of the fact. */
export const comparisonSchema = z.discriminatedUnion('is', [
  z.strictObject({ fact: z.string().min(1).max(320), is: z.enum(['present', 'absent']) }),
  z.strictObject({
    fact: z.string().min(1).max(320),
    is: z.enum(['equal-to', 'not-equal-to']),
    value: plainValue,
  }),
  z.strictObject({
    fact: z.string().min(1).max(320),
    is: z.enum(['one-of', 'none-of']),
    value: z.array(plainValue).min(1).max(250),
  }),
  z.strictObject({
    fact: z.string().min(1).max(320),
    is: z.enum(['less-than', 'at-most', 'greater-than', 'at-least']),
    value: z.number(),
  }),
  z.strictObject({
    fact: z.string().min(1).max(320),
    is: z.enum(['before', 'after']),
    value: z.iso.date(),
  }),
  z.strictObject({
    fact: z.string().min(1).max(320),
    is: z.enum(['starting-with', 'ending-with', 'containing', 'including', 'not-including']),
    value: z.string().min(1).max(256),
  }),
]);

/** One fact compared with a value, such as `{ "fact": "inputs.user_country", "is": "one-of", "value": ["DE", "AT"] }`. */
export type Comparison = z.infer<typeof comparisonSchema>;

/** Operator between fact and value. */
export type Comparator = Comparison['is'];

/**
 * Condition of a condition node: comparisons, joined by `all`, `any` and `not`. If a fact is missing, a comparison is neither
 * true nor false, and neither is a condition that depends on it.
 */
export type Condition =
  | Comparison
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

const anyCondition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    comparisonSchema,
    z.strictObject({ all: z.array(anyCondition).min(1).max(maxComparisons) }),
    z.strictObject({ any: z.array(anyCondition).min(1).max(maxComparisons) }),
    z.strictObject({ not: anyCondition }),
  ]),
);

export const conditionSchema: z.ZodType<Condition> = z
  .preprocess((given, context) => {
    for (const [path, message] of findNotationFaults(given))
      context.addIssue({ code: 'custom', path, message });
    return given;
  }, anyCondition)
  .superRefine((condition, context) => {
    if (depthOf(condition) > maxDepth)
      context.addIssue({ code: 'custom', message: `must not be nested deeper than ${maxDepth}` });
    if (comparisonsOf(condition).length > maxComparisons)
      context.addIssue({ code: 'custom', message: `must not have more than ${maxComparisons} comparisons` });
  });

const comparators = comparisonSchema.options.flatMap(
  ({ shape }) => shape.is.options as readonly Comparator[],
);
const noCondition = 'must have "fact" and "is", or one of "all", "any" and "not"';

/**
 * Finds faults in the notation of a condition, each with its path, because a zod union only reports that the value is invalid.
 * Leaves unknown members to the parser.
 */
function findNotationFaults(given: unknown, depth = 1): [path: PropertyKey[], message: string][] {
  const within = (step: PropertyKey, part: unknown) =>
    findNotationFaults(part, depth + 1).map(([path, message]): [PropertyKey[], string] => [
      [step, ...path],
      message,
    ]);
  // A condition that is nested deeper is refused as a whole.
  if (depth > maxDepth) return [];
  if (typeof given !== 'object' || given === null) return [[[], noCondition]];
  if ('not' in given) return within('not', given.not);
  for (const [join, parts] of Object.entries(given)) {
    if (join !== 'all' && join !== 'any') continue;
    if (!Array.isArray(parts)) return [[[join], 'must be a list of conditions']];
    if (parts.length === 0 || parts.length > maxComparisons)
      return [[[join], `must have 1 to ${maxComparisons} conditions`]];
    return parts
      .flatMap((part, index) => within(index, part))
      .map(([path, message]) => [[join, ...path], message]);
  }
  if (!('fact' in given)) return [[[], noCondition]];
  const is = 'is' in given ? given.is : undefined;
  if (!comparators.some((comparator) => comparator === is)) {
    const never = typeof is === 'string' ? `, never ${JSON.stringify(is.slice(0, 64))}` : '';
    return [[['is'], `must be one of ${comparators.join(', ')}${never}`]];
  }
  const issues = comparisonSchema.safeParse(given).error?.issues ?? [];
  return issues.flatMap(({ code, path, message }) => (code === 'unrecognized_keys' ? [] : [[path, message]]));
}

/** Returns the direct parts of a condition, with their JSON pointers within it; none for a comparison. */
export function partsOf(condition: Condition): [path: string, part: Condition][] {
  if ('not' in condition) return [['/not', condition.not]];
  if ('all' in condition) return condition.all.map((part, index) => [`/all/${index}`, part]);
  if ('any' in condition) return condition.any.map((part, index) => [`/any/${index}`, part]);
  return [];
}

/** Returns all comparisons in a condition with their JSON pointers. */
export function comparisonsOf(condition: Condition, path = ''): [path: string, comparison: Comparison][] {
  if ('fact' in condition) return [[path, condition]];
  return partsOf(condition).flatMap(([step, part]) => comparisonsOf(part, path + step));
}

function depthOf(condition: Condition): number {
  return 1 + Math.max(0, ...partsOf(condition).map(([, part]) => depthOf(part)));
}
