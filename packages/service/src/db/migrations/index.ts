import { initialSchema } from './0001-initial-schema.ts';
import { redirectSchemes } from './0002-redirect-schemes.ts';
import { clockAndPurges } from './0003-clock-and-purges.ts';
import { clockPauses } from './0004-clock-pauses.ts';
import { auditTrail } from './0005-audit-trail.ts';
import { stateMacs } from './0006-state-macs.ts';
import { deliveryHolds } from './0007-delivery-holds.ts';
import { failedJobs } from './0008-failed-jobs.ts';
import { search } from './0009-search.ts';
import { people } from './0010-people.ts';
import { keyExpiry } from './0014-key-expiry.ts';
import { workflowDrafts } from './0015-workflow-drafts.ts';
import { webhookSettings } from './0016-webhook-settings.ts';
import { secondSteps } from './0017-second-steps.ts';
import { retentionByMode } from './0018-retention-by-mode.ts';
import { shownBrands } from './0018-shown-brands.ts';
import { sampleData } from './0019-sample-data.ts';
import { sealedRights } from './0020-sealed-rights.ts';
import { sealedPeople } from './0021-sealed-people.ts';
import { brandFonts } from './0022-brand-fonts.ts';
import { instances } from './0023-instances.ts';
import { pendingErasures } from './0025-pending-erasures.ts';
import { orphanHolds } from './0026-orphan-holds.ts';
import { releases } from './0027-releases.ts';
import { purgeMarks } from './0031-purge-marks.ts';
import { lastingHolds } from './0032-lasting-holds.ts';
import type { StagedMigration } from './staged-migration.ts';

/**
 * Migrations of SQLite by name, in order; `postgres-migrations.ts` adds those of PostgreSQL alone. A number can be missing or
 * occur twice, because only the order of names matters. A released migration is never changed; a new one is added.
 */
export const migrations: Readonly<Record<string, StagedMigration>> = {
  '0001-initial-schema': initialSchema,
  '0002-redirect-schemes': redirectSchemes,
  '0003-clock-and-purges': clockAndPurges,
  '0004-clock-pauses': clockPauses,
  '0005-audit-trail': auditTrail,
  '0006-state-macs': stateMacs,
  '0007-delivery-holds': deliveryHolds,
  '0008-failed-jobs': failedJobs,
  '0009-search': search,
  '0010-people': people,
  '0014-key-expiry': keyExpiry,
  '0015-workflow-drafts': workflowDrafts,
  '0016-webhook-settings': webhookSettings,
  '0017-second-steps': secondSteps,
  '0018-retention-by-mode': retentionByMode,
  '0018-shown-brands': shownBrands,
  '0019-sample-data': sampleData,
  '0020-sealed-rights': sealedRights,
  '0021-sealed-people': sealedPeople,
  '0022-brand-fonts': brandFonts,
  '0023-instances': instances,
  '0025-pending-erasures': pendingErasures,
  '0026-orphan-holds': orphanHolds,
  '0027-releases': releases,
  '0031-purge-marks': purgeMarks,
  '0032-lasting-holds': lastingHolds,
};
