import type { InvisibleKind } from '../check-kind.ts';
import { emailFindings } from './findings.ts';
import { emailNodeSchema } from './node.ts';

/** Checks the e-mail address; invisible to the user. */
export const emailKind: InvisibleKind<typeof emailNodeSchema> = {
  schema: emailNodeSchema,
  label: 'E-mail check',
  checkType: 'FRAUD_API',
  findings: emailFindings,
  facts: {},
  page: 'docs/fraud.md#the-e-mail-address-email',
  nameOf: () => 'EMAIL',
  inputsOf: () => ['email'],
  requiredOf: () => [],
};
