import { themeOfBrand } from '../../administration/branding/administer-brand.ts';
import type { ExecutionStore, StoredWorkflow } from '../../executions/execution-store.ts';
import type { WorkflowDefinition } from '../../workflows/definition.ts';
import { storedDefinition } from '../../workflows/stored-definition.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import { prepareQuery } from '../prepared-query.ts';
import type { WorkflowsTable } from './account-tables.ts';
import { findBrand } from './brand-store.ts';

type WorkflowReads = Pick<
  ExecutionStore,
  'findWorkflow' | 'definitionOf' | 'workflowName' | 'accountName' | 'themeOf'
>;

/** Number of parsed definitions in the cache. A version never changes, so an entry never becomes stale. */
const cachedDefinitions = 1000;

/** Reads workflows from the database. */
export function createWorkflowReads({ reader: db, read, shareReads }: OpenDatabase): WorkflowReads {
  const kept = new Map<string, WorkflowDefinition>();
  const byId = prepareQuery<{ id: string }, WorkflowsTable>(db, (on, value) =>
    on.selectFrom('workflows').selectAll().where('id', '=', value('id')),
  );

  async function definitionOf(workflowId: string, version: number): Promise<WorkflowDefinition> {
    const name = `${workflowId}.${version}`;
    const known = kept.get(name);
    if (known) return known;
    const { definition } = await db
      .selectFrom('workflow_versions')
      .select('definition')
      .where('workflow_id', '=', workflowId)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    const parsed = storedDefinition(definition);
    if (kept.size >= cachedDefinitions) kept.clear();
    kept.set(name, parsed);
    return parsed;
  }

  async function findWorkflow(id: string): Promise<StoredWorkflow | null> {
    const [row] = await read(byId({ id }));
    if (!row) return null;
    return {
      id: row.id,
      accountId: row.account_id,
      name: row.name,
      active: row.active === 1,
      version: row.version,
      definition: await definitionOf(row.id, row.version),
    };
  }

  return {
    definitionOf,
    findWorkflow: shareReads(findWorkflow),
    async workflowName(workflowId) {
      const query = db.selectFrom('workflows').select('name').where('id', '=', workflowId);
      return (await query.executeTakeFirstOrThrow()).name;
    },
    async accountName(accountId) {
      const query = db.selectFrom('accounts').select('name').where('id', '=', accountId);
      return (await query.executeTakeFirstOrThrow()).name;
    },
    async themeOf(accountId) {
      const brand = await findBrand(db, accountId);
      return brand && themeOfBrand(brand);
    },
  };
}
