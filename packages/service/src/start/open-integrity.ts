import type { AuditStore } from '../audit/audit-store.ts';
import { IntegrityAlarm } from '../audit/integrity-alarm.ts';
import { type IntegrityAnchor, openIntegrityAnchor } from '../audit/integrity-anchor.ts';
import { createCheckpointChore } from '../audit/renew-checkpoint.ts';
import { openSharedAnchor } from '../audit/shared-anchor.ts';
import type { Clock } from '../clock.ts';
import { createAuditStore } from '../db/audit/audit-trail.ts';
import { createStateSeal, type StateSeal } from '../db/executions/execution-states.ts';
import { findSchemaFaults } from '../db/integrity/foreign-schema.ts';
import { sealEarlierPeople, sealEarlierRows } from '../db/integrity/seal-earlier-rows.ts';
import { anchorSeals, sealEarlierStates } from '../db/integrity/seal-earlier-states.ts';
import { createRowSeal, type RowSeal } from '../db/integrity/sealed-rows.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import type { Logger } from '../logging/logger.ts';
import { openAnchorBucket } from '../media/open-media.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Environment } from '../settings/environment.ts';

interface IntegrityParts {
  readonly database: OpenDatabase;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Parts that notice data that the service did not write. */
export interface Integrity {
  readonly audit: AuditStore;
  readonly alarm: IntegrityAlarm;
  readonly anchor: IntegrityAnchor;
  /** Seals states of executions. */
  readonly seal: StateSeal;
  /** Seals rows that grant rights. */
  readonly rows: RowSeal;
  readonly renewCheckpoint: () => Promise<number>;
}

/**
 * Opens the audit trail and the seals, seals data of earlier versions, and verifies the trail. Call it after `openMedia`, which
 * checks that the bucket, where the anchor may be, belongs to this installation.
 */
export async function openIntegrity(environment: Environment, parts: IntegrityParts): Promise<Integrity> {
  const { database, vault, clock, logger } = parts;
  const audit = createAuditStore(database);
  const alarm = new IntegrityAlarm({ audit, clock, logger });
  const anchor = await openAnchor(environment, vault);
  const rows = createRowSeal(vault, (row) => alarm.raiseRow(row), anchor);
  const seal = createStateSeal(vault, (executionId, fault) => alarm.raise(executionId, fault), anchor);
  await sealEarlierData(parts, { audit, seal, rows });
  const renewCheckpoint = createCheckpointChore(
    { audit, vault, clock, anchor, alarm, findSchemaFaults: () => findSchemaFaults(database.reader) },
    logger,
  );
  await renewCheckpoint();
  await anchorSeals(database.reader, audit, anchor);
  return { audit, alarm, anchor, seal, rows, renewCheckpoint };
}

async function openAnchor(environment: Environment, vault: Vault): Promise<IntegrityAnchor> {
  const own = openIntegrityAnchor(environment.dataFolder, vault);
  const bucket = openAnchorBucket(environment);
  return bucket ? openSharedAnchor(own, bucket, vault) : own;
}

/** Seals executions, API keys and people of earlier versions once, and logs how many. */
async function sealEarlierData(
  { database, vault, clock, logger }: IntegrityParts,
  { audit, seal, rows }: Pick<Integrity, 'audit' | 'seal' | 'rows'>,
): Promise<void> {
  const sealed = await sealEarlierStates(database, { audit, seal, now: clock.now() });
  if (sealed > 0) logger.info('Executions of an earlier version were sealed.', { sealed });
  const sealedKeys = await sealEarlierRows(database, {
    seal: rows,
    earlierMac: (text) => vault.keyedHash('admin-membership', text),
    now: clock.now(),
  });
  if (sealedKeys > 0) logger.info('API keys of an earlier version were sealed.', { sealed: sealedKeys });
  const sealedPeople = await sealEarlierPeople(database, { seal: rows, now: clock.now() });
  if (sealedPeople > 0) logger.info('People of an earlier version were sealed.', { sealed: sealedPeople });
}
