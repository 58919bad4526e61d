import type { AdminExecution } from '@vendor/contract/admin';

/**
 * The run as read anew, with the personal data that was revealed before: a change of the run must not ask for another reason. Once
 * purged nothing of it is kept.
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
