import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

/** Members of an IP address check. */
export const ipMembers = ['address', 'country', 'network', 'velocity'] as const;

/** Fraud check of the user's IP address; invisible to the user. */
export const ipNodeSchema = z.strictObject({
  kind: z.literal('ip'),
  /**
   * Members that must be performed for the check to be APPROVED: `country` and `network` need lists from the operator. Every
   * performed member must be PASS, even if not listed.
   */
  requires: z.array(z.enum(ipMembers)).min(1).default(['address', 'velocity']),
  /** Maximum number of different users of one address within a day without a doubt. */
  usersPerAddress: z.int().min(1).max(100_000).default(5),
  /** Maximum number of different users of its network (/24 for IPv4, /48 for IPv6) within a day without a doubt. */
  usersPerNetwork: z.int().min(1).max(100_000).default(25),
  next: nodeIdSchema,
});
export type IpNode = z.infer<typeof ipNodeSchema>;
