import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

/** Members of a device check. */
export const deviceMembers = ['automation', 'consistency', 'location', 'renderer', 'users'] as const;

/** Score of a finding that proves automation by itself. With a higher limit, such a device could be approved. */
const certainScore = 100;

const deviceScoreSchema = z
  .int()
  .min(1)
  .max(certainScore, { error: `must be at most ${certainScore}, the score of a certain sign`, abort: true });

/** Fraud check of the user's device; invisible to the user. */
export const deviceNodeSchema = z.strictObject({
  kind: z.literal('device'),
  /**
   * Members that must be PASS for the check to be APPROVED, in addition to the score, which counts every doubt. By default only
   * `automation`, because honest browsers often cause a single doubt about another member. `location` needs a list of countries
   * from the operator.
   */
  requires: z.array(z.enum(deviceMembers)).min(1).default(['automation']),
  /** Minimum score for REVIEW. */
  reviewFrom: deviceScoreSchema.default(30),
  /** Minimum score for DECLINED. A score of 100 is only reached if a program drives the browser. */
  declineFrom: deviceScoreSchema.default(100),
  /** Maximum number of different users of one device within 30 days without a doubt. */
  usersPerDevice: z.int().min(1).max(100_000).default(3),
  next: nodeIdSchema,
});
export type DeviceNode = z.infer<typeof deviceNodeSchema>;
