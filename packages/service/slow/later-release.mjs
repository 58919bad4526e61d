// Simulates the next release: when loaded by --import, it adds one more migration. LATER_PHASE is the phase of that migration.
import { register } from 'node:module';

const added = `
{
  const { sql } = await import('kysely');
  migrations['9000-later'] = {
    phase: ${JSON.stringify(process.env.LATER_PHASE)},
    async up(db) {
      await db.schema.createTable('later_notes').addColumn('id', 'text', (c) => c.primaryKey().notNull()).execute();
      for (const table of ['executions', 'checks', 'captures', 'jobs', 'webhook_events', 'webhook_deliveries', 'api_keys'])
        await sql\`alter table \${sql.table(table)} add column later_value integer not null default 0\`.execute(db);
    },
  };
}`;
// The bundler writes the path of each module above its code.
const hooks = `export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.includes('/dist/bundled/') || !String(loaded.source).includes('dist/db/migrations/index.js')) return loaded;
  return { ...loaded, source: loaded.source + ${JSON.stringify(added)} };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
