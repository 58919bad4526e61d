import type { AdminSettingServices } from './admin-routes/admin-routes.ts';
import type { Clock } from './clock.ts';
import { createActorNames } from './db/actor-names.ts';
import { createKeyStore } from './db/key-store.ts';
import type { OpenDatabase } from './db/open-database.ts';
import { createWorkflowStore } from './db/workflow-administration.ts';

/** Puts together what the Admin Panel changes settings and workflows through. */
export function openSettings(database: OpenDatabase, clock: Clock): AdminSettingServices {
  return {
    keys: createKeyStore(database),
    workflows: createWorkflowStore(database),
    names: createActorNames(database.reader),
    clock,
  };
}
