import type { AdminSettingServices } from './admin-routes/admin-routes.ts';
import type { ListServices } from './administration/lists/list-lists.ts';
import { createActorNames } from './db/actor-names.ts';
import { createAuditStore } from './db/audit-trail.ts';
import { createBrandStore } from './db/brand-store.ts';
import { createDisposals } from './db/disposals.ts';
import { createKeyStore } from './db/key-store.ts';
import type { OpenDatabase } from './db/open-database.ts';
import { createRetentionStore } from './db/retention-store.ts';
import type { RowSeal } from './db/sealed-rows.ts';
import { createWorkflowStore } from './db/workflow-administration.ts';

/** Puts together what the Admin Panel changes settings and workflows through. */
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
