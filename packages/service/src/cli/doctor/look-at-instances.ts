import { isAnyChecking } from '../../db/instances/instances.ts';
import { type Finding, warn } from './finding.ts';
import type { View } from './view.ts';

/** Checks whether an instance that shares the PostgreSQL database runs checks. Reports nothing if no instance is running. */
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
