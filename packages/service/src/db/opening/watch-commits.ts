import { sql } from 'kysely';
import { isPostgres, spelt } from '../dialect.ts';
import type { Database } from '../schema.ts';

/** Watches for commits while there are waiters. */
export interface CommitWatcher {
  stop(): Promise<void>;
}

export interface CommitWatch {
  /** Whether anybody waits for a commit: otherwise nothing is looked at. */
  isWanted(): boolean;
  /** Called after commits of any connection, of this process or another, one call at a time. */
  look(): Promise<void>;
  onFailure(error: unknown): void;
}

const everyMs = 250;
/** Interval for a database that is queried over a network. */
const everyRemoteMs = 1000;

/** Changes with each commit of another connection. In PostgreSQL, also with commits to other databases of the server. */
const commitMark = spelt<{ data_version: number | string }>({
  sqlite: sql`pragma data_version`,
  postgres: sql`select pg_current_snapshot()::text as data_version`,
});

/** Watches for commits by the database's counter of those of other connections. It reads rows only after a commit. */
export function watchCommits(reader: Database, { isWanted, look, onFailure }: CommitWatch): CommitWatcher {
  let seen: number | string | null = null;
  let under: Promise<void> | null = null;
  const lookOnce = async () => {
    const { rows } = await commitMark.execute(reader);
    const version = rows[0]?.data_version ?? null;
    if (version === seen) return;
    await look();
    seen = version;
  };
  const timer = setInterval(
    () => {
      if (!isWanted()) {
        // Changes that are committed meanwhile are read when there is a waiter again.
        seen = null;
        return;
      }
      under ??= lookOnce()
        .catch(onFailure)
        .finally(() => {
          under = null;
        });
    },
    isPostgres(reader) ? everyRemoteMs : everyMs,
  );
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await under;
    },
  };
}
