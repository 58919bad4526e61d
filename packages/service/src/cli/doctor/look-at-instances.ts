import { isAnyChecking } from '../../db/instances/instances.ts';
import { type Finding, warn } from './finding.ts';
import type { View } from './view.ts';

/** Whether one of the instances that share a PostgreSQL database carries out checks; without any, nothing waits for one. */
export async function lookAtInstances({ reader }: View, isRunning: boolean): Promise<Finding[]> {
  if (!isRunning || (await isAnyChecking(reader))) return [];
  return [
    warn(
      'checks',
      'No instance carries out checks: every submitted attempt waits.',
      'Start an instance with CHECKS=only, or set CHECKS=all.',
    ),
  ];
}
