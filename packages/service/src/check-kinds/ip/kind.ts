import { z } from 'zod';
import { networkCountrySchema } from '../../workflows/conditions/network-country.ts';
import type { InvisibleKind } from '../check-kind.ts';
import { ipFindings } from './findings.ts';
import { ipNodeSchema } from './node.ts';

/** Looks at the address that the user comes from; invisible to the user. */
export const ipKind: InvisibleKind<typeof ipNodeSchema> = {
  schema: ipNodeSchema,
  label: 'IP address check',
  checkType: 'FRAUD_API',
  findings: ipFindings,
  facts: {
    /** Facts about the address that was looked at. */
    network: z.object({
      country: networkCountrySchema.nullable(),
      asn: z.int().nullable(),
      organization: z.string().nullable(),
      usersToday: z.int().nullable(),
    }),
  },
  page: 'docs/fraud.md#the-address-ip',
  nameOf: () => 'IP',
  // The input that it looks at comes from the browser where it is left out.
  inputsOf: () => [],
  needsClient: ({ ip }) => ip === undefined,
  requiredOf: ({ requires }) => requires,
  memberLimit: ({ usersPerAddress, usersPerNetwork }, member) =>
    member === 'velocity'
      ? `at most ${usersPerAddress} users of an address and ${usersPerNetwork} of its network within a day`
      : null,
};
