import { sql } from 'kysely';
import { byDialect, isPostgres } from '../dialect.ts';
import type { Database } from '../schema.ts';

/** A running watch for commits. */
export interface CommitWatcher {
  stop(): Promise<void>;
}

export interface CommitWatch {
  /** Returns whether anybody waits for a commit. If not, the database is not polled. */
  isWanted(): boolean;
  /** Called after commits of any connection, in this process or another; one call at a time. */
  look(): Promise<void>;
  onFailure(error: unknown): void;
}

const everyMs = 250;
/** Interval for a database that is queried over a network. */
const everyRemoteMs = 1000;

/**
 * A value that changes with each commit of another connection. In PostgreSQL, it also changes with commits to other databases
 * of the server.
 */
const commitMark = byDialect<{ data_version: number | string }>({
  sqlite: sql`pragma data_version`,
  postgres: sql`select pg_current_snapshot()::text as data_version`,
});

/** Watches for commits by polling a counter of the database. Reads rows only after a commit. */
export function watchCommits(reader: Database, { isWanted, look, onFailure }: CommitWatch): CommitWatcher {
  let seen: number | string | null = null;
  let running: Promise<void> | null = null;
  const checkOnce = async () => {
    const { rows } = await commitMark.execute(reader);
    const version = rows[0]?.data_version ?? null;
    if (version === seen) return;
    await look();
    seen = version;
  };
  const timer = setInterval(
    () => {
      if (!isWanted()) {
        // Forgets the counter, so that changes committed meanwhile are read once somebody waits again.
        seen = null;
        return;
      }
      running ??= checkOnce()
        .catch(onFailure)
        .finally(() => {
          running = null;
        });
    },
    isPostgres(reader) ? everyRemoteMs : everyMs,
  );
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
