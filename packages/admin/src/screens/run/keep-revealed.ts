import type { AdminExecution } from '@vendor/contract/admin';

/**
 * Returns the newly read run with personal data that was already revealed, so that a change of the run does not ask for another
 * reason. Keeps nothing once the run is purged.
 */
export function keepRevealed(last: AdminExecution | null, read: AdminExecution): AdminExecution {
  if (!last || last.id !== read.id || last.isMasked || !read.isMasked || read.purgedAt !== null) return read;
  const known = new Map(last.checks.map((check) => [check.id, check]));
  return {
    ...read,
    isMasked: false,
    inputs: last.inputs,
    agreement: last.agreement,
    path: last.path,
    checks: read.checks.map((check) => {
      const { extracted, screening } = known.get(check.id) ?? check;
      return { ...check, extracted, screening };
    }),
  };
}
