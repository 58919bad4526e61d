import { countedFirst, type Loip } from '@vendor/contract';
import { z } from 'zod';
import { conditionSchema } from './conditions/condition.ts';
import { evaluateCondition } from './conditions/evaluate-condition.ts';
import type { Facts } from './conditions/facts.ts';

/** Maximum number of conditions for the levels of one workflow: more than anybody can keep in view. */
const maxConditions = 200;

const nameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/**
 * Requirements for each level of identity proofing: conditions by name, and the names of the conditions for each level. The
 * levels follow the baseline and extended levels of ETSI TS 119 461; which conditions demonstrate them is up to the account.
 */
export const loipDefinitionSchema = z.strictObject({
  conditions: countedFirst(
    z.record(
      nameSchema,
      z.strictObject({
        if: conditionSchema,
        /** Text for people, shown with an unmet condition. */
        reason: z.string().min(1).max(256).optional(),
      }),
    ),
    maxConditions,
    'conditions',
  ),
  baseline: countedFirst(z.array(nameSchema).min(1), maxConditions, 'names'),
  /** Required in addition to those of the baseline. If missing, the workflow cannot reach the extended level. */
  extended: countedFirst(z.array(nameSchema).min(1), maxConditions, 'names').optional(),
});
export type LoipDefinition = z.infer<typeof loipDefinitionSchema>;

/** The level that an execution reached, without `evaluatedAt`, which is the time when it ended. */
export type LoipOutcome = Omit<Loip, 'evaluatedAt'>;

/**
 * Returns the highest level whose conditions are all met; a condition on a missing fact is not met. If no level is reached,
 * returns the unmet conditions of the baseline.
 */
export function evaluateLoip({ conditions, baseline, extended }: LoipDefinition, facts: Facts): LoipOutcome {
  const isUnmet = (name: string) => {
    const condition = conditions[name];
    return !condition || evaluateCondition(condition.if, facts) !== true;
  };
  const unmet = [...new Set(baseline)].filter(isUnmet);
  if (unmet.length > 0) {
    const unmetConditions = unmet.map((condition) => {
      const reason = conditions[condition]?.reason;
      return { condition, ...(reason === undefined ? {} : { reason }) };
    });
    return { result: 'NONE', unmetConditions };
  }
  return { result: extended && !extended.some(isUnmet) ? 'EXTENDED' : 'BASELINE' };
}
