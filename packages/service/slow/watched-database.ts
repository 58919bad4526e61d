import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

type Module = typeof import('@photostructure/sqlite');

/** A statement that is about to run, or has. */
export interface SeenStatement {
  readonly sql: string;
  readonly when: 'before' | 'after';
}

/**
 * The module that opens databases, whose databases tell of every statement, whichever way it is run: `exec` and `run`, and `get`,
 * `all` and `iterate`, by which what is written with RETURNING is. Whoever hears of one may throw instead of letting it run.
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
