import type { AdminSettingServices } from '../admin-routes/admin-routes.ts';
import type { ListServices } from '../administration/lists/list-lists.ts';
import { createBrandStore } from '../db/accounts/brand-store.ts';
import { createKeyStore } from '../db/accounts/key-store.ts';
import { createWorkflowStore } from '../db/accounts/workflow-administration.ts';
import { createAuditStore } from '../db/audit/audit-trail.ts';
import type { RowSeal } from '../db/integrity/sealed-rows.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { createActorNames } from '../db/people/actor-names.ts';
import { createDisposals } from '../db/retention/disposals.ts';
import { createRetentionStore } from '../db/retention/retention-store.ts';

/** Puts together the services by which the Admin Panel changes settings and workflows. */
export function openSettings(
  database: OpenDatabase,
  rows: RowSeal,
  { watchlists, networkLists, clock }: ListServices,
): Omit<AdminSettingServices, 'people'> {
  return {
    brands: createBrandStore(database),
    keys: createKeyStore(database, rows),
    workflows: createWorkflowStore(database),
    names: createActorNames(database.reader),
    retention: createRetentionStore(database),
    disposals: createDisposals(database),
    record: createAuditStore(database).append,
    watchlists,
    networkLists,
    clock,
  };
}
