import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stage } from './stage.ts';

/** The part of the service's database library that is needed here. */
interface Library {
  readonly DatabaseSync: new (
    file: string,
    options: { readonly timeout: number },
  ) => {
    prepare(statement: string): { run(...values: unknown[]): { readonly changes: number | bigint } };
    close(): void;
  };
}

/** As if the time of a link had ended a minute ago: no shorter one than an hour can be asked for, and no test waits for it. */
export function endLink({ dataDir }: Stage, executionId: string): void {
  const ofService = createRequire(
    fileURLToPath(new URL('../../packages/service/package.json', import.meta.url)),
  );
  const { DatabaseSync } = ofService('@photostructure/sqlite') as Library;
  // The service writes as well: for a moment the file is its own, and longer on a busy machine.
  const database = new DatabaseSync(join(dataDir, 'service.db'), { timeout: 30_000 });
  try {
    // Once a flow was begun, the deadline has taken the place of the expiry.
    const change = database.prepare(
      `update executions set expires_at = @ended, deadline_at = iif(deadline_at is null, null, @ended) where id = @id`,
    );
    const { changes } = change.run({ ended: Date.now() - 60_000, id: executionId });
    if (Number(changes) !== 1) throw new Error(`There is no execution ${executionId}.`);
  } finally {
    database.close();
  }
}
