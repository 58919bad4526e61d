import { z } from 'zod';
import type { InvisibleKind } from '../check-kind.ts';
import { deviceFindings } from './findings.ts';
import { deviceNodeSchema } from './node.ts';

/** Checks the device of the user; invisible to the user. */
export const deviceKind: InvisibleKind<typeof deviceNodeSchema> = {
  schema: deviceNodeSchema,
  label: 'Device check',
  checkType: 'FRAUD_API',
  findings: deviceFindings,
  facts: { device: z.object({ score: z.int(), users: z.int().nullable() }) },
  page: 'docs/fraud.md#the-device-device',
  nameOf: () => 'DEVICE',
  // The device report comes from the browser.
  inputsOf: () => [],
  needsClient: ({ session }) => session === undefined,
  requiredOf: ({ requires }) => requires,
  faultsOf: ({ reviewFrom, declineFrom }) =>
    reviewFrom <= declineFrom
      ? []
      : [
          [
            ['reviewFrom'],
            `must not exceed "declineFrom": it is ${reviewFrom}, and "declineFrom" is ${declineFrom}`,
          ],
        ],
  memberLimit: ({ usersPerDevice }, member) =>
    member === 'users' ? `at most ${usersPerDevice} users of a device within 30 days` : null,
  checkLimit: ({ reviewFrom, declineFrom }) =>
    `in review at a score of ${reviewFrom} or more, declined at ${declineFrom} or more`,
};
