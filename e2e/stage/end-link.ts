import type { Stage } from './stage.ts';

/** Parts of the built service that are used here. */
interface Service {
  joinDatabase(folder: string): Promise<Database>;
  openVault(source: { readonly text: undefined; readonly directory: string }): unknown;
  createStateSeal(vault: unknown): unknown;
  sealState(transaction: unknown, seal: unknown, executionId: string): Promise<void>;
}

interface Database {
  readonly main: {
    transaction(): { execute(work: (transaction: Transaction) => Promise<void>): Promise<void> };
  };
  close(): Promise<void>;
}

interface Transaction {
  updateTable(table: 'executions'): {
    set(values: Readonly<Record<string, number>>): {
      where(
        column: 'id',
        operator: '=',
        id: string,
      ): { executeTakeFirst(): Promise<{ readonly numUpdatedRows: bigint }> };
    };
  };
}

/**
 * Changes the stored data as if a link had expired a minute ago, because the minimum lifetime of an hour is too long for a
 * test.
 */
export async function endLink({ dataDir }: Stage, executionId: string, isBegun: boolean): Promise<void> {
  const { joinDatabase, openVault, createStateSeal, sealState } = await loadService();
  const database = await joinDatabase(dataDir);
  try {
    await database.main.transaction().execute(async (transaction) => {
      const ended = Date.now() - 60_000;
      // Once a flow has begun, the deadline replaces the expiry.
      const change = { expires_at: ended, ...(isBegun && { deadline_at: ended }) };
      const { numUpdatedRows } = await transaction
        .updateTable('executions')
        .set(change)
        .where('id', '=', executionId)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new Error(`There is no execution ${executionId}.`);
      // The service rejects rows that it has not sealed.
      const vault = openVault({ text: undefined, directory: dataDir });
      await sealState(transaction, createStateSeal(vault), executionId);
    });
  } finally {
    await database.close();
  }
}

async function loadService(): Promise<Service> {
  const files = ['db/opening/open-database.js', 'db/executions/execution-states.js', 'secrets/open-vault.js'];
  const loaded = await Promise.all(
    files.map((file) => import(new URL(`../../packages/service/dist/${file}`, import.meta.url).href)),
  );
  return Object.assign({}, ...loaded) as Service;
}
