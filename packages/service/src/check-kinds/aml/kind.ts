import { z } from 'zod';
import type { InvisibleKind } from '../check-kind.ts';
import { amlFindings } from './findings.ts';
import { amlNodeSchema } from './node.ts';

/** Searches for the user's name in the operator's lists of people; invisible to the user. */
export const amlKind: InvisibleKind<typeof amlNodeSchema> = {
  schema: amlNodeSchema,
  label: 'AML screening',
  checkType: 'FRAUD_API',
  findings: amlFindings,
  facts: { screening: z.object({ hits: z.int(), score: z.number().nullable() }) },
  page: 'docs/aml.md#what-is-compared',
  nameOf: () => 'AML',
  inputsOf: ({ name }) => (name === 'trigger' ? ['user_fullname'] : []),
  memberOfDocument: ({ name }) => (name === 'document' ? 'name' : null),
  requiredOf: () => ['screening', 'lists'],
  memberLimit: ({ threshold }, member) =>
    member === 'screening' ? `entries with a score of ${threshold} or more` : null,
};
