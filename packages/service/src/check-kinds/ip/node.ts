import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

/** Members that an address check looks at. */
export const ipMembers = ['address', 'country', 'network', 'velocity'] as const;

/** Fraud check of the address that the user comes from; invisible to the user. */
export const ipNodeSchema = z.strictObject({
  kind: z.literal('ip'),
  /**
   * Members that must be looked at for the check to be APPROVED: `country` and `network` need lists that the operator provides.
   * Whatever was looked at must be PASS, listed or not.
   */
  requires: z.array(z.enum(ipMembers)).min(1).default(['address', 'velocity']),
  /** More different users than this from one address within a day are in doubt. */
  usersPerAddress: z.int().min(1).max(100_000).default(5),
  /** The same of the addresses beside it: /24 of IPv4, /48 of IPv6. */
  usersPerNetwork: z.int().min(1).max(100_000).default(25),
  next: nodeIdSchema,
});
export type IpNode = z.infer<typeof ipNodeSchema>;
