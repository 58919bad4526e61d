import type { Inputs } from '@vendor/contract';
import { parseFactPath } from './fact-path.ts';

/** Facts about a decided check: the members of its entry, as in a read, and the codes of its findings. */
export type CheckFacts = Readonly<Record<string, unknown>>;

/** Facts that conditions can test: the inputs of the execution, and the results of its checks by node. */
export interface Facts {
  readonly inputs: Partial<Inputs>;
  readonly checks: Readonly<Record<string, CheckFacts>>;
}

/** Value of a fact that a condition can test. */
export type FactValue = string | number | boolean | readonly string[];

/** Returns the value of a fact; undefined if it is missing, null, or of a type that conditions cannot use. */
export function factOf(facts: Facts, fact: string): FactValue | undefined {
  const path = parseFactPath(fact);
  if (!path) return undefined;
  const from = path.source === 'inputs' ? facts.inputs : own(facts.checks, path.nodeId);
  const value = path.members.reduce<unknown>(own, from);
  return isFactValue(value) ? value : undefined;
}

/** Returns an own member. Ignores inherited ones: `constructor` is not an input. */
function own(value: unknown, member: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
  return (value as Record<string, unknown>)[member];
}

function isFactValue(value: unknown): value is FactValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}
