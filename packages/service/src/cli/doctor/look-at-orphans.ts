import { findOrphanHold } from '../../db/retention/orphan-holds.ts';
import { type Finding, warn } from './finding.ts';
import type { View } from './view.ts';

/** Reports media without a capture that wait for an operator. */
export async function lookAtOrphans({ reader }: View): Promise<Finding[]> {
  const hold = await findOrphanHold(reader);
  if (hold === null || hold.isConfirmed) return [];
  return [
    warn(
      'media without a capture',
      `${hold.orphans} of ${hold.objects} media have no capture, an unusually large share: they wait for a confirmation.`,
      'If the database is the newest one of these media: orchestration media orphans --confirm',
    ),
  ];
}
