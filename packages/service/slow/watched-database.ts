import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

type Module = typeof import('@photostructure/sqlite');

/** A statement that is about to run, or has run. */
export interface SeenStatement {
  readonly sql: string;
  readonly when: 'before' | 'after';
}

/**
 * Returns the database module with databases that report every statement: by `exec` and `run`, and by `get`, `all` and
 * `iterate`, which statements with RETURNING use. A callback that throws prevents the statement.
 */
export function watched(module: Module, see: (statement: SeenStatement) => void): Module {
  const around = <Result>(sql: string, run: () => Result): Result => {
    see({ sql, when: 'before' });
    const result = run();
    see({ sql, when: 'after' });
    return result;
  };
  class WatchedDatabase extends module.DatabaseSync {
    override exec(sql: string): void {
      around(sql, () => super.exec(sql));
    }

    override prepare(...given: Parameters<DatabaseSyncInstance['prepare']>): StatementSyncInstance {
      const statement = super.prepare(...given);
      for (const way of ['run', 'get', 'all', 'iterate'] as const) {
        const run = statement[way].bind(statement) as (...values: unknown[]) => unknown;
        Object.defineProperty(statement, way, {
          value: (...values: unknown[]) => around(given[0], () => run(...values)),
        });
      }
      return statement;
    }
  }
  return { ...module, DatabaseSync: WatchedDatabase };
}
