import { sql } from 'kysely';
import type { StagedMigration } from './staged-migration.ts';

/**
 * Stores a MAC over the state of each execution. Existing executions have none until the service starts with its master key.
 */
export const stateMacs: StagedMigration = {
  phase: 'contract',
  async up(db) {
    await db.schema.alterTable('executions').addColumn('state_mac', 'text').execute();
    await db.schema
      .createIndex('audit_events_by_state')
      .on('audit_events')
      .columns(['subject_id', 'execution_seq'])
      .where(sql.ref('execution_seq'), 'is not', null)
      .execute();
  },
};
