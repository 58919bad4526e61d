import { anchorName, type IntegrityAnchor } from '../../audit/integrity-anchor.ts';
import { auditPage } from '../../db/audit/audit-trail.ts';
import { createStateSeal } from '../../db/executions/execution-states.ts';
import { findMissingMedia } from '../../db/integrity/find-missing-media.ts';
import { findSchemaFaults, schemaWords } from '../../db/integrity/foreign-schema.ts';
import { findDamagedKeys } from '../../db/integrity/rewrap-keys.ts';
import { countSealed } from '../../db/integrity/seal-earlier-states.ts';
import { createRowSeal } from '../../db/integrity/sealed-rows.ts';
import { describeBrokenRow, verifyRows } from '../../db/integrity/verify-rows.ts';
import { verifyNewestStates } from '../../db/integrity/verify-states.ts';
import type { MediaStore } from '../../media/media-store.ts';
import type { Vault } from '../../secrets/vault.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import type { View } from './view.ts';

const maxExamined = 1000;
const alarmsShownMs = 30 * 24 * 60 * 60 * 1000;
const remedy =
  'Find out who can write to the data folder, and restore what was changed: orchestration audit verify';
const mediaRemedy =
  'Put it back from a copy of the media; else purge the execution: orchestration execution purge';

const keyRemedies = {
  executions: 'Restore a backup from before the damage, or purge it: orchestration execution purge',
  webhook_endpoints: 'Restore a backup from before the damage, or remove the endpoint and add it again.',
};

/** Services for verifying integrity. */
export interface IntegrityParts {
  /** Null if the master key is not available; another finding reports that. */
  readonly vault: Vault | null;
  readonly anchor: () => Promise<Pick<IntegrityAnchor, 'read' | 'brokenKey'>>;
  readonly media: Pick<MediaStore, 'putAt'>;
  readonly now: number;
}

/**
 * Verifies that the newest executions, rights, keys and media are unchanged and present, and reports the alarms of the last 30
 * days. Verifies seals and keys only with the master key.
 */
export async function lookAtIntegrity(
  { reader }: View,
  { vault, anchor: openAnchor, media, now }: IntegrityParts,
): Promise<Finding[]> {
  const check = 'integrity';
  const findings: Finding[] = (await findSchemaFaults(reader)).map((fault) =>
    fail(check, schemaWords(fault), remedy),
  );
  if (vault) {
    const anchor = await openAnchor();
    findings.push(...anchorFindings(anchor, await countSealed(reader), now));
    const seal = createStateSeal(vault, undefined, anchor);
    const { broken } = await verifyNewestStates(reader, seal, maxExamined);
    for (const { executionId, fault } of broken)
      findings.push(
        fail(check, `The execution ${executionId} differs from what the service wrote (${fault}).`, remedy),
      );
    const rights = await verifyRows(reader, createRowSeal(vault, undefined, anchor));
    for (const row of rights.broken) findings.push(fail(check, describeBrokenRow(row), remedy));
    for (const { table, id } of await findDamagedKeys(reader, vault.rewrap))
      findings.push(
        fail(
          check,
          `The key of the ${table === 'executions' ? 'execution' : 'webhook endpoint'} ${id} is damaged: its data cannot be decrypted.`,
          keyRemedies[table],
        ),
      );
  }
  for (const { executionId } of await findMissingMedia(reader, media, maxExamined))
    findings.push(fail(check, `A picture or file of the execution ${executionId} is missing.`, mediaRemedy));
  const alarms = await auditPage(reader, {
    act: 'integrity.alarm',
    since: now - alarmsShownMs,
    limit: maxExamined,
  });
  if (alarms.length > 0)
    findings.push(
      warn(
        check,
        `${alarms.length} alarms of the last 30 days, the last about the ${alarms[0]?.subjectKind} ${alarms[0]?.subjectId}.`,
        'orchestration audit list --act integrity.alarm',
      ),
    );
  return findings.length > 0 ? findings : [ok(check, 'No sign of changed or missing data.')];
}

/** Checks that the first seal matches the anchor, and lists what was sealed then without proof of its earlier state. */
function anchorFindings(
  kept: Pick<IntegrityAnchor, 'read' | 'brokenKey'>,
  sealed: number | null,
  now: number,
): Finding[] {
  const check = 'first seal';
  const anchor = kept.read();
  const changed = kept.brokenKey?.() ?? anchorName;
  if (anchor === 'changed') return [fail(check, `${changed} differs from what the service wrote.`, remedy)];
  if (anchor === null)
    return sealed === null
      ? []
      : [
          warn(
            check,
            `The database was sealed with ${sealed} executions of an earlier version, and ${anchorName} is missing.`,
            'Restart the service, which writes it. If the service had already run, find out who removed the file.',
          ),
        ];
  if (sealed !== anchor.executions)
    return [
      fail(
        check,
        `${anchorName} says that ${anchor.executions} executions of an earlier version were sealed, the audit trail ${sealed === null ? 'knows of no seal' : `says ${sealed}`}.`,
        remedy,
      ),
    ];
  if (anchor.executions === 0 || now - anchor.sealedAt > alarmsShownMs) return [];
  return [
    warn(
      check,
      `${anchor.executions} executions of an earlier version were sealed as they were at ${new Date(anchor.sealedAt).toISOString()}: earlier changes cannot be detected.`,
      'Compare the number with that from before the upgrade. Shown for 30 days.',
    ),
  ];
}
