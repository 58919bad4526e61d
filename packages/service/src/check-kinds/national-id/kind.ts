import type { InvisibleKind } from '../check-kind.ts';
import { nationalIdFindings } from './findings.ts';
import { holderOfNumber, inputOfNumber, nationalIdNodeSchema } from './node.ts';

/** Checks a national number; invisible to the user. */
export const nationalIdKind: InvisibleKind<typeof nationalIdNodeSchema> = {
  schema: nationalIdNodeSchema,
  label: 'National ID check',
  checkType: 'FRAUD_API',
  findings: nationalIdFindings,
  facts: {},
  page: 'docs/registers.md',
  nameOf: ({ number }) => number,
  inputsOf: ({ number, holder }) =>
    holder === 'trigger' ? [inputOfNumber[number], ...holderOfNumber[number]] : [inputOfNumber[number]],
  memberOfDocument: ({ holder }) => (holder === 'document' ? 'holder' : null),
  requiredOf: ({ requires }) => requires,
};
