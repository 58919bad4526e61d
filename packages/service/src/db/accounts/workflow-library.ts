import type { VersionEntry, WorkflowEntry } from '../../administration/workflows/workflow-store.ts';
import type { WorkflowDefinition } from '../../workflows/definition.ts';
import { storedDefinition } from '../../workflows/stored-definition.ts';
import type { Database } from '../schema.ts';

export interface NewWorkflow {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly active: boolean;
  readonly definition: WorkflowDefinition;
  readonly now: number;
}

/** Lists the workflows of one account, or of all accounts; oldest first. */
export async function listWorkflows(db: Database, accountId?: string): Promise<WorkflowEntry[]> {
  const all = db.selectFrom('workflows').selectAll().orderBy('created_at').orderBy('name').orderBy('id');
  const rows = await (accountId === undefined ? all : all.where('account_id', '=', accountId)).execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    active: row.active === 1,
    version: row.version,
    createdAt: row.created_at,
  }));
}

/** Returns the definition of a version; null if the version does not exist. */
export async function workflowDefinition(
  db: Database,
  workflowId: string,
  version: number,
): Promise<WorkflowDefinition | null> {
  const row = await db
    .selectFrom('workflow_versions')
    .select('definition')
    .where('workflow_id', '=', workflowId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ? storedDefinition(row.definition) : null;
}

/** Stores a workflow with its first version. Call it inside a transaction. */
export async function insertWorkflow(
  db: Database,
  workflow: NewWorkflow,
  published: Omit<VersionEntry, 'version'> = unknownPublication,
): Promise<void> {
  const { id, accountId, name, active, definition, now } = workflow;
  await db
    .insertInto('workflows')
    .values({ id, account_id: accountId, name, active: active ? 1 : 0, version: 1, created_at: now })
    .execute();
  await insertVersion(db, id, { ...published, version: 1 }, definition);
}

/**
 * Stores the next version of a workflow, for new executions; running executions keep their version. Does not activate the
 * workflow. Call it inside a transaction.
 */
export async function addWorkflowVersion(
  db: Database,
  id: string,
  version: VersionEntry,
  definition: WorkflowDefinition,
): Promise<void> {
  await insertVersion(db, id, version, definition);
  await db.updateTable('workflows').set({ version: version.version }).where('id', '=', id).execute();
}

const unknownPublication = { publishedAt: null, author: null, comment: null };

async function insertVersion(
  db: Database,
  workflowId: string,
  { version, publishedAt, author, comment }: VersionEntry,
  definition: WorkflowDefinition,
): Promise<void> {
  await db
    .insertInto('workflow_versions')
    .values({
      workflow_id: workflowId,
      version,
      definition: JSON.stringify(definition),
      published_at: publishedAt,
      author,
      comment,
    })
    .execute();
}

/**
 * Activates or deactivates a workflow.
 *
 * @returns whether the workflow exists.
 */
export async function setWorkflowActive(db: Database, id: string, active: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workflows')
    .set({ active: active ? 1 : 0 })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
