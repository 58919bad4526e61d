import { duePurges } from '../../administration/retention/confirm-purges.ts';
import { listAccounts } from '../../db/accounts/accounts.ts';
import { readRetention } from '../../db/retention/retention-store.ts';
import { type Finding, ok, warn } from './finding.ts';
import type { View } from './view.ts';

/** Reports purges that wait for an operator. */
export async function lookAtPurges({ reader }: View, now: number): Promise<Finding[]> {
  const check = 'purges by age';
  const accounts = await listAccounts(reader);
  const retention = readRetention(reader);
  const found = await Promise.all(
    accounts.map(async ({ id, name }) => ({ name, purges: await duePurges(retention, id, now) })),
  );
  const waiting = found.flatMap(({ name, purges }) =>
    purges.flatMap((purge) => (purge.waits ? [{ name, ...purge }] : [])),
  );
  if (waiting.length === 0) return [ok(check, 'None waits for a confirmation.')];
  return waiting.map(({ name, accountId, mode, due }) =>
    warn(
      check,
      `${due} ${mode} executions of "${name}" are due to be purged, an unusually large share: they wait for a confirmation.`,
      `If the clock and the retention time are right: orchestration retention confirm ${accountId}`,
    ),
  );
}
