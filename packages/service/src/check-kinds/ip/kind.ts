import { z } from 'zod';
import { networkCountrySchema } from '../../workflows/conditions/network-country.ts';
import type { InvisibleKind } from '../check-kind.ts';
import { ipFindings } from './findings.ts';
import { ipNodeSchema } from './node.ts';

/** Checks the IP address of the user; invisible to the user. */
export const ipKind: InvisibleKind<typeof ipNodeSchema> = {
  schema: ipNodeSchema,
  label: 'IP address check',
  checkType: 'FRAUD_API',
  findings: ipFindings,
  facts: {
    /** Facts about the checked address. */
    network: z.object({
      country: networkCountrySchema.nullable(),
      asn: z.int().nullable(),
      organization: z.string().nullable(),
      usersToday: z.int().nullable(),
    }),
  },
  page: 'docs/fraud.md#the-address-ip',
  nameOf: () => 'IP',
  // If the start request contains no address, the browser's is used.
  inputsOf: () => [],
  needsClient: ({ ip }) => ip === undefined,
  requiredOf: ({ requires }) => requires,
  memberLimit: ({ usersPerAddress, usersPerNetwork }, member) =>
    member === 'velocity'
      ? `at most ${usersPerAddress} users of an address and ${usersPerNetwork} users of its network within a day`
      : null,
};
