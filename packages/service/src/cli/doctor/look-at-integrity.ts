import { auditPage } from '../../db/audit-trail.ts';
import { createStateSeal } from '../../db/execution-states.ts';
import { findMissingMedia } from '../../db/find-missing-media.ts';
import { findDamagedKeys } from '../../db/rewrap-keys.ts';
import { verifyNewestStates } from '../../db/verify-states.ts';
import type { MediaStore } from '../../media/media-store.ts';
import type { Vault } from '../../secrets/vault.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import type { View } from './view.ts';

const lookedAt = 1000;
const alarmsShownMs = 30 * 24 * 60 * 60 * 1000;
const remedy =
  'Find out who can write to the data folder, and restore what was changed: orchestration audit verify';

const keyRemedies = {
  executions: 'Restore a backup from before the damage, or purge it: orchestration execution purge',
  webhook_endpoints: 'Restore a backup from before the damage, or remove the endpoint and add it again.',
};

/** What is needed to look at it; null: the master key is not at hand, of which another finding tells. */
export interface IntegrityParts {
  readonly vault: Vault | null;
  readonly media: Pick<MediaStore, 'putAt'>;
  readonly now: number;
}

/** Whether stored executions are as the service wrote them: the newest, and those that raised an alarm. */
export async function lookAtIntegrity(
  { reader }: View,
  { vault, media, now }: IntegrityParts,
): Promise<Finding[]> {
  const check = 'integrity';
  const findings: Finding[] = [];
  if (vault) {
    const { broken } = await verifyNewestStates(reader, createStateSeal(vault), lookedAt);
    for (const { executionId, fault } of broken)
      findings.push(
        fail(check, `The execution ${executionId} is not as the service wrote it (${fault}).`, remedy),
      );
    for (const { table, id } of await findDamagedKeys(reader, vault.rewrap))
      findings.push(
        fail(
          check,
          `The key of the ${table === 'executions' ? 'execution' : 'webhook endpoint'} ${id} is damaged: what it sealed cannot be opened.`,
          keyRemedies[table],
        ),
      );
  }
  for (const { executionId } of await findMissingMedia(reader, media, lookedAt))
    findings.push(fail(check, `A picture or file of the execution ${executionId} is missing.`, remedy));
  const alarms = await auditPage(reader, {
    act: 'integrity.alarm',
    since: now - alarmsShownMs,
    limit: lookedAt,
  });
  if (alarms.length > 0)
    findings.push(
      warn(
        check,
        `${alarms.length} alarms of the last 30 days, the last about the execution ${alarms[0]?.subjectId}.`,
        'orchestration audit list --act integrity.alarm',
      ),
    );
  return findings.length > 0 ? findings : [ok(check, 'No sign of changed or missing data.')];
}
