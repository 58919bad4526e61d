import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

/** Members that a device check looks at. */
export const deviceMembers = ['automation', 'consistency', 'location', 'renderer', 'users'] as const;

/** The score of a certain sign: a limit above it would let pass what is certain. */
const certainScore = 100;

const deviceScoreSchema = z
  .int()
  .min(1)
  .max(certainScore, { error: `must be at most ${certainScore}, the score of a certain sign`, abort: true });

/** Fraud check of the device that the user comes with; invisible to the user. */
export const deviceNodeSchema = z.strictObject({
  kind: z.literal('device'),
  /**
   * Members that must be PASS for the check to be APPROVED, besides the score, which counts every doubt, listed or not. Only
   * `automation` unless said: one doubt about any other is ordinary in honest browsers. `location` needs a list of countries that
   * the operator provides.
   */
  requires: z.array(z.enum(deviceMembers)).min(1).default(['automation']),
  /** The score from which the check is REVIEW. */
  reviewFrom: deviceScoreSchema.default(30),
  /** The score from which it is DECLINED: 100 is reached only when a program drives the browser. */
  declineFrom: deviceScoreSchema.default(100),
  /** More different users than this of one device within 30 days are in doubt. */
  usersPerDevice: z.int().min(1).max(100_000).default(3),
  next: nodeIdSchema,
});
export type DeviceNode = z.infer<typeof deviceNodeSchema>;
