import { sql } from 'kysely';
import { byDialect } from '../src/db/dialect.ts';
import type { InProcessService } from './in-process-service.ts';

/** Counts the rows of all tables, by name. Tests see what is stored anywhere, also in tables added later. */
export async function countRows({ database: { main } }: InProcessService): Promise<Record<string, number>> {
  const { rows } = await byDialect<{ name: string }>({
    sqlite: sql`select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name`,
    postgres: sql`select tablename::text as name from pg_tables where schemaname = current_schema() order by 1`,
  }).execute(main);
  const counts = rows.map(async ({ name }) => {
    const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(main);
    return [name, Number(counted.rows[0]?.n)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}
