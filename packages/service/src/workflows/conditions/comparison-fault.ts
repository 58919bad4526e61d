import { assertNever } from '@vendor/contract/assert-never';
import { z } from 'zod';
import type { Comparator, Comparison } from './condition.ts';
import type { FactType } from './fact-type.ts';
import type { PlaceInText } from './text-form.ts';

const equalityComparators: readonly Comparator[] = [
  'present',
  'absent',
  'equal-to',
  'not-equal-to',
  'one-of',
  'none-of',
];
const orderComparators: readonly Comparator[] = ['less-than', 'at-most', 'greater-than', 'at-least'];
const textComparators: readonly Comparator[] = ['starting-with', 'ending-with', 'containing'];
const comparators: Record<FactType['kind'], readonly Comparator[]> = {
  text: [...equalityComparators, ...textComparators],
  choice: equalityComparators,
  number: [...equalityComparators, ...orderComparators],
  boolean: ['present', 'absent', 'equal-to', 'not-equal-to'],
  date: [...equalityComparators, 'before', 'after'],
  codes: ['including', 'not-including'],
  any: [...equalityComparators, ...orderComparators, ...textComparators],
};

/**
 * Returns the fault of a comparison with a fact of this type: the comparator does not suit the type, or the comparison can
 * never hold. Undefined if there is none.
 */
export function comparisonFault(type: FactType, comparison: Comparison): string | undefined {
  const { is } = comparison;
  if (!comparators[type.kind].includes(is))
    return `cannot be "${is}": it is ${nameOf(type)}, which can be ${comparators[type.kind].join(', ')}`;
  if (!('value' in comparison)) return undefined;
  for (const value of [comparison.value].flat()) {
    if (!isOfKind(type, value)) return `is ${nameOf(type)}, never ${JSON.stringify(value)}`;
    const why = whyImpossible(type, is, value);
    if (why !== undefined) return `is never ${wordingOf(is)}${JSON.stringify(value)}: ${why}`;
  }
  return undefined;
}

function isOfKind(type: FactType, value: string | number | boolean): boolean {
  switch (type.kind) {
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string';
    case 'date':
      return z.iso.date().safeParse(value).success;
    case 'choice':
    case 'codes':
      return typeof value === 'string' && type.values.includes(value);
    case 'any':
      return true;
    default:
      return assertNever(type);
  }
}

/** Returns the reason why the comparison can never hold for a fact of this type; undefined if it can. */
function whyImpossible(type: FactType, is: Comparator, value: string | number | boolean): string | undefined {
  if (type.kind === 'number' && orderComparators.includes(is))
    return whyOutOfRange(type.schema, is, Number(value));
  if (type.kind === 'text' && textComparators.includes(is)) return whyImpossiblePart(type, is, String(value));
  if (type.kind !== 'number' && type.kind !== 'text') return undefined;
  return z.safeParse(type.schema, value).error?.issues[0]?.message;
}

function whyOutOfRange(
  { minValue, maxValue }: z.ZodNumber,
  is: Comparator,
  value: number,
): string | undefined {
  const [min, max] = [minValue ?? Number.NEGATIVE_INFINITY, maxValue ?? Number.POSITIVE_INFINITY];
  if (is === 'less-than' ? min >= value : is === 'at-most' && min > value) return `it is at least ${min}`;
  if (is === 'greater-than' ? max <= value : is === 'at-least' && max < value) return `it is at most ${max}`;
  return undefined;
}

const places: Partial<Record<Comparator, PlaceInText>> = {
  'starting-with': 'start',
  'ending-with': 'end',
  containing: 'inside',
};

function whyImpossiblePart(
  { schema, form }: Extract<FactType, { kind: 'text' }>,
  is: Comparator,
  part: string,
): string | undefined {
  const maxLength = schema instanceof z.ZodString ? schema.maxLength : null;
  if (maxLength !== null && part.length > maxLength) return `it has at most ${maxLength} characters`;
  if (form === undefined || form(part, places[is] ?? 'inside')) return undefined;
  // Uses the message for a whole text, because the part has the same fault.
  return z.safeParse(schema, part).error?.issues[0]?.message ?? 'such a text never has this there';
}

/** Names the comparator in a message; empty for equality, which needs no word. */
function wordingOf(is: Comparator): string {
  return orderComparators.includes(is) || textComparators.includes(is) ? `${is} ` : '';
}

function nameOf(type: FactType): string {
  if (type.kind === 'choice') return `one of ${type.values.join(', ')}`;
  if (type.kind === 'codes') return `a list of the codes ${type.values.join(', ')}`;
  return { text: 'a text', number: 'a number', boolean: 'true or false', date: 'a date', any: 'any value' }[
    type.kind
  ];
}
