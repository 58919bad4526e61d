import { sql } from 'kysely';
import { isPostgres, spelt } from '../dialect.ts';
import type { Database } from '../schema.ts';

/** Looks after what was committed, while somebody waits for it. */
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

/** Changes with each commit of others. Of PostgreSQL also with those of other databases on its server. */
const commitMark = spelt<{ data_version: number | string }>({
  sqlite: sql`pragma data_version`,
  postgres: sql`select pg_current_snapshot()::text as data_version`,
});

/** Watches for commits by what the database counts of those of other connections: nothing is read unless there was one. */
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
        // Changes that are committed meanwhile are read once somebody waits again.
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
