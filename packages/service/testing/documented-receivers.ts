import { readFileSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';

/** Store of an example backend in the documentation: keeps the executions it starts and the statuses it receives. */
export interface DocumentedBackend {
  readonly name: string;
  keepVerification(userId: string, started: { readonly executionId: string; readonly token: string }): void;
  recordStatus(delivery: {
    readonly id: string;
    readonly sequence: number;
    readonly data: { readonly id: string; readonly status: string };
  }): void;
  verificationOf(userId: string): { readonly status: string } | undefined;
  close(): void;
}

const root = new URL('../../../', import.meta.url);
const example = (path: string) => import(new URL(`examples/${path}`, root).href);

/** Loads the complete Node receiver unchanged. */
export const documentedReceiver = () => example('webhooks/receiver.js');

/** Loads the four example apps, and the SQL of docs/webhooks.md, all unchanged. */
export async function documentedBackends(): Promise<DocumentedBackend[]> {
  const paths = [
    'html/verifications.js',
    'react/server/verifications.js',
    'vue/server/verifications.js',
    'next/lib/verifications.ts',
  ];
  const apps = await Promise.all(
    // The Next example keeps its tables in a global.
    paths.map(async (path) => ({
      ...(await example(path)),
      name: path,
      close: () => Reflect.deleteProperty(globalThis, 'verifications'),
    })),
  );
  return [...apps, openRecipe()];
}

/** Runs the statements of docs/webhooks.md on an in-memory database. */
function openRecipe(): DocumentedBackend {
  const page = readFileSync(new URL('docs/webhooks.md', root), 'utf8');
  const blocks = [...page.matchAll(/^```sql\n([\s\S]*?)^```/gm)].map(([, sql = '']) =>
    sql
      .replace(/--.*$/gm, '')
      .split(';')
      .map((statement) => statement.trim())
      .filter(Boolean),
  );
  const [tables, [insertId, upsertStatus] = [], [keepOwn] = []] = blocks;
  if (blocks.length !== 3 || !tables || !insertId || !upsertStatus || !keepOwn)
    throw new Error(
      'docs/webhooks.md must have three SQL blocks: the tables, the two statements of a delivery, and the row of a start.',
    );
  const database = new DatabaseSync(':memory:');
  for (const table of tables) database.exec(table);
  return {
    name: 'docs/webhooks.md',
    keepVerification: (user, { executionId: execution }) =>
      void database.prepare(keepOwn).run({ execution, user }),
    recordStatus({ id, sequence, data }) {
      database.exec('BEGIN');
      const { changes } = database.prepare(insertId).run({ id });
      if (changes > 0)
        database.prepare(upsertStatus).run({ execution: data.id, status: data.status, sequence });
      database.exec('COMMIT');
    },
    // The user's latest verification.
    verificationOf: (user) =>
      database
        .prepare('SELECT status FROM verifications WHERE user_id = ? ORDER BY rowid DESC LIMIT 1')
        .get(user) as { status: string } | undefined,
    close: () => database.close(),
  };
}
