import { deliveriesHeldAt } from '../../db/webhooks/delivery-holds.ts';
import { type Finding, warn } from './finding.ts';
import type { View } from './view.ts';

/** Reports webhooks that are held, as in a restored copy. */
export async function lookAtHold({ reader }: View): Promise<Finding[]> {
  const heldAt = await deliveriesHeldAt(reader);
  if (heldAt === null) return [];
  return [
    warn(
      'held webhooks',
      `All webhooks are held since ${new Date(heldAt).toISOString()}, as after "restore --held".`,
      'If this is not a copy for a drill: orchestration webhook release',
    ),
  ];
}
