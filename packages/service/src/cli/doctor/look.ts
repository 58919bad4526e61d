import { explainFailure } from '../../unavailable.ts';
import { type Finding, fail } from './finding.ts';

type Found = Finding | readonly Finding[];

/**
 * Takes one look at the service. An error that ends the look is a finding itself, so that the others go on.
 *
 * @param check - what the finding of an error is called.
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
    `It could not be examined: ${message}`,
    'Check whether it is intact and readable; otherwise restore it from a backup.',
  );
}
