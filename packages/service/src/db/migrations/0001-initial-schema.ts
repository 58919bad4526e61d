import { createAccountTables } from './0001-account-tables.ts';
import { createExecutionTables } from './0001-execution-tables.ts';
import { createJobTables } from './0001-job-tables.ts';
import { createSessionTables } from './0001-session-tables.ts';
import { createWebhookTables } from './0001-webhook-tables.ts';
import type { StagedMigration } from './staged-migration.ts';

/** The schema of version 0.2.0. The meaning of its columns is in the types in `db/*-tables.ts`. */
export const initialSchema: StagedMigration = {
  phase: 'expand',
  async up(db) {
    await createAccountTables(db);
    await createExecutionTables(db);
    await createSessionTables(db);
    await createJobTables(db);
    await createWebhookTables(db);
  },
};
