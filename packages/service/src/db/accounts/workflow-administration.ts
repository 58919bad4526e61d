import type { WorkflowReads, WorkflowStore } from '../../administration/workflows/workflow-store.ts';
import { recordAct } from '../audit/audit-trail.ts';
import { inTransaction } from '../in-transaction.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';
import {
  addWorkflowVersion,
  insertWorkflow,
  listWorkflows,
  setWorkflowActive,
  workflowDefinition,
} from './workflow-library.ts';

/** Administers workflows in the database. */
export function createWorkflowStore({ main, reader }: Pick<OpenDatabase, 'main' | 'reader'>): WorkflowStore {
  return {
    ...readsOf(reader),
    transact: (locks, work) =>
      inTransaction(main, locks, (trx) =>
        work({
          ...readsOf(trx),
          insert: (workflow, { definition, ...version }) =>
            insertWorkflow(trx, { ...workflow, definition, now: workflow.createdAt }, version),
          addVersion: ({ workflowId, definition, ...version }) =>
            addWorkflowVersion(trx, workflowId, version, definition),
          async rename(id, name) {
            await trx.updateTable('workflows').set({ name }).where('id', '=', id).execute();
          },
          async setActive(id, active) {
            await setWorkflowActive(trx, id, active);
          },
          async putDraft(workflowId, draft) {
            await trx.deleteFrom('workflow_drafts').where('workflow_id', '=', workflowId).execute();
            if (draft === null) return;
            const { content, revision, savedAt, author } = draft;
            const row = { workflow_id: workflowId, content, revision, saved_at: savedAt, author };
            await trx.insertInto('workflow_drafts').values(row).execute();
          },
          async record(act) {
            await recordAct(trx, act);
          },
        }),
      ),
  };
}

function readsOf(db: Database): WorkflowReads {
  return {
    workflows: (accountId) => listWorkflows(db, accountId),
    async workflow(id) {
      return (await listWorkflows(db)).find((workflow) => workflow.id === id) ?? null;
    },
    async versions(workflowId) {
      const rows = await db
        .selectFrom('workflow_versions')
        .select(['version', 'published_at', 'author', 'comment'])
        .where('workflow_id', '=', workflowId)
        .orderBy('version', 'desc')
        .execute();
      return rows.map((row) => ({
        version: row.version,
        publishedAt: row.published_at,
        author: row.author,
        comment: row.comment,
      }));
    },
    definition: (workflowId, version) => workflowDefinition(db, workflowId, version),
    async draft(workflowId) {
      const row = await db
        .selectFrom('workflow_drafts')
        .selectAll()
        .where('workflow_id', '=', workflowId)
        .executeTakeFirst();
      if (!row) return null;
      return { content: row.content, revision: row.revision, savedAt: row.saved_at, author: row.author };
    },
    async drafted(accountId) {
      const rows = await db
        .selectFrom('workflow_drafts')
        .innerJoin('workflows', 'workflows.id', 'workflow_drafts.workflow_id')
        .select('workflow_id')
        .where('account_id', '=', accountId)
        .execute();
      return rows.map((row) => row.workflow_id);
    },
  };
}
