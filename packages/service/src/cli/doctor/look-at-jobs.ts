import { type Finding, fail, ok, warn } from './finding.ts';
import { look } from './look.ts';
import type { View } from './view.ts';

/** Lag of due jobs above which the machine counts as too slow, and the service as stuck. */
const slowMs = 60_000;
const stuckMs = 10 * 60_000;
/** Number of process crashes in one job that is no longer chance. */
const suspiciousCutOffs = 3;

/** Checks whether due jobs run, and lists jobs that were given up. */
export async function lookAtJobs({ reader }: View, isRunning: boolean, now: number): Promise<Finding[]> {
  return [
    ...(await look('queue', () => queueOf(reader, isRunning, now))),
    ...(await look('stuck jobs', () => cutOffOf(reader))),
    ...(await look('given-up jobs', () => givenUpOf(reader))),
  ];
}

async function queueOf(reader: View['reader'], isRunning: boolean, now: number): Promise<Finding> {
  const check = 'queue';
  const due = await reader
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('oldest')])
    .where('failed_at', 'is', null)
    .where('due_at', '<=', now)
    // Another finding reports held webhooks.
    .where((eb) =>
      eb.or([eb('kind', '!=', 'deliver'), eb.not(eb.exists(eb.selectFrom('delivery_holds').select('id')))]),
    )
    // A job with a current lease is being worked on; a job with an expired one is not.
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .executeTakeFirstOrThrow();
  if (due.oldest === null) return ok(check, 'Nothing waits.');
  const lagMs = now - due.oldest;
  const says = `${due.count} jobs are due, the longest for ${Math.round(lagMs / 1000)} s.`;
  if (!isRunning) return ok(check, `${says} The next start carries them out.`);
  if (lagMs > stuckMs) return fail(check, says, 'The service is stuck. Check its log, and restart it.');
  return lagMs > slowMs ? warn(check, says, 'This machine is too slow for its load.') : ok(check, says);
}

async function cutOffOf(reader: View['reader']): Promise<Finding[]> {
  const jobs = await reader
    .selectFrom('jobs')
    .select(['id', 'kind', 'subject_id', 'cut_offs'])
    .where('failed_at', 'is', null)
    .where('cut_offs', '>=', suspiciousCutOffs)
    .orderBy('cut_offs', 'desc')
    .limit(5)
    .execute();
  return jobs.map(({ kind, subject_id, cut_offs }) =>
    warn(
      'stuck jobs',
      `The process died ${cut_offs} times in "${kind}" of ${subject_id}.`,
      'Find out what kills the process there: usually a lack of memory.',
    ),
  );
}

async function givenUpOf(reader: View['reader']): Promise<Finding> {
  const check = 'given-up jobs';
  const kinds = await reader
    .selectFrom('jobs')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('failed_at', 'is not', null)
    .groupBy('kind')
    .execute();
  if (kinds.length === 0) return ok(check, 'None.');
  const says = `${kinds.map(({ kind, count }) => `${count} of "${kind}"`).join(', ')}.`;
  return warn(check, says, 'Their last errors are in the log, under the ids of the jobs.');
}
