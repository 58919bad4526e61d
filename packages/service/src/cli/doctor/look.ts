import { explainFailure } from '../../unavailable.ts';
import { type Finding, fail } from './finding.ts';

type Found = Finding | readonly Finding[];

/**
 * Runs one check of the service. Converts an error to a finding, so that the other checks still run.
 *
 * @param check - subject of that finding.
 */
export async function look(check: string, examine: () => Found | Promise<Found>): Promise<Finding[]> {
  try {
    return [await examine()].flat();
  } catch (error) {
    return [findingOf(check, error)];
  }
}

function findingOf(check: string, error: unknown): Finding {
  const explained = explainFailure(error);
  if (explained) return fail(check, explained.cause, explained.remedy);
  const message = error instanceof Error ? error.message : String(error);
  return fail(
    check,
    `It could not be checked: ${message}`,
    'Check whether it is intact and readable; otherwise restore it from a backup.',
  );
}
