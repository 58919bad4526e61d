import type { InvisibleKind } from '../check-kind.ts';
import { phoneFindings } from './findings.ts';
import { phoneNodeSchema } from './node.ts';

/** Checks the phone number; invisible to the user. */
export const phoneKind: InvisibleKind<typeof phoneNodeSchema> = {
  schema: phoneNodeSchema,
  label: 'Phone check',
  checkType: 'FRAUD_API',
  findings: phoneFindings,
  facts: {},
  page: 'docs/fraud.md',
  nameOf: () => 'PHONE',
  inputsOf: () => ['phone_number'],
  requiredOf: () => [],
};
