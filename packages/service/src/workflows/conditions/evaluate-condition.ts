import { assertNever } from '@vendor/contract/assert-never';
import { canonicalValue, hasPart, numberOf } from './canonical-value.ts';
import { type Comparison, type Condition, comparisonsOf } from './condition.ts';
import { parseFactPath } from './fact-path.ts';
import { type Facts, type FactValue, factOf } from './facts.ts';

/** Result of a condition. Undefined: a fact that it depends on is missing, or of another type than the comparison requires. */
export type Truth = boolean | undefined;

/**
 * Evaluates a condition by Kleene's three-valued logic: a missing fact makes a comparison undecided, and a condition undecided
 * unless its other parts settle it. Callers take the else branch unless the result is true.
 */
export function evaluateCondition(condition: Condition, facts: Facts): Truth {
  if ('all' in condition) return allOf(condition.all.map((part) => evaluateCondition(part, facts)));
  if ('any' in condition) return not(allOf(condition.any.map((part) => not(evaluateCondition(part, facts)))));
  if ('not' in condition) return not(evaluateCondition(condition.not, facts));
  return compare(condition, factOf(facts, condition.fact));
}

/**
 * Returns whether the result of a condition is final: it depends only on decided checks, and on inputs that the user will not
 * be asked for.
 *
 * @param asked - names of inputs that the user may still be asked for before the condition.
 */
export function isSettled(condition: Condition, facts: Facts, asked: ReadonlySet<string>): boolean {
  if ('all' in condition || 'any' in condition) {
    const parts = 'all' in condition ? condition.all : condition.any;
    // A false part settles `all`; a true part settles `any`.
    const settling = 'any' in condition;
    return (
      parts.some((part) => isSettled(part, facts, asked) && evaluateCondition(part, facts) === settling) ||
      parts.every((part) => isSettled(part, facts, asked))
    );
  }
  if ('not' in condition) return isSettled(condition.not, facts, asked);
  const path = parseFactPath(condition.fact);
  if (path?.source === 'checks') return Object.hasOwn(facts.checks, path.nodeId);
  return !path?.members.some((name) => asked.has(name));
}

/** Returns the comparisons of a condition with their results, but without the values of facts. */
export function explainCondition(
  condition: Condition,
  facts: Facts,
): { readonly comparison: Comparison; readonly truth: 'true' | 'false' | 'missing' }[] {
  return comparisonsOf(condition).map(([, comparison]) => {
    const truth = compare(comparison, factOf(facts, comparison.fact));
    return { comparison, truth: truth === undefined ? 'missing' : truth ? 'true' : 'false' };
  });
}

function allOf(parts: readonly Truth[]): Truth {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

function compare(comparison: Comparison, found: FactValue | undefined): Truth {
  if (comparison.is === 'present') return found !== undefined;
  if (comparison.is === 'absent') return found === undefined;
  if (found === undefined) return undefined;
  const { fact } = comparison;
  const value = canonicalValue(fact, found);
  switch (comparison.is) {
    case 'equal-to':
      return value === canonicalValue(fact, comparison.value);
    case 'not-equal-to':
      return value !== canonicalValue(fact, comparison.value);
    case 'one-of':
      return comparison.value.some((candidate) => canonicalValue(fact, candidate) === value);
    case 'none-of':
      return comparison.value.every((candidate) => canonicalValue(fact, candidate) !== value);
    case 'less-than':
    case 'at-most':
    case 'greater-than':
    case 'at-least':
      return compareNumbers(comparison.is, numberOf(fact, found), comparison.value);
    // ISO 8601 dates sort correctly as strings.
    case 'before':
      return typeof value === 'string' ? value < comparison.value : undefined;
    case 'after':
      return typeof value === 'string' ? value > comparison.value : undefined;
    case 'starting-with':
      return typeof found === 'string'
        ? hasPart(fact, found, comparison.value, (text, part) => text.startsWith(part))
        : undefined;
    case 'ending-with':
      return typeof found === 'string'
        ? hasPart(fact, found, comparison.value, (text, part) => text.endsWith(part))
        : undefined;
    case 'containing':
      return typeof found === 'string'
        ? hasPart(fact, found, comparison.value, (text, part) => text.includes(part))
        : undefined;
    case 'including':
      return Array.isArray(value) ? value.includes(comparison.value) : undefined;
    case 'not-including':
      return Array.isArray(value) ? !value.includes(comparison.value) : undefined;
    default:
      return assertNever(comparison.is);
  }
}

function compareNumbers(
  is: 'less-than' | 'at-most' | 'greater-than' | 'at-least',
  value: number | undefined,
  limit: number,
): Truth {
  if (value === undefined) return undefined;
  switch (is) {
    case 'less-than':
      return value < limit;
    case 'at-most':
      return value <= limit;
    case 'greater-than':
      return value > limit;
    case 'at-least':
      return value >= limit;
    default:
      return assertNever(is);
  }
}
