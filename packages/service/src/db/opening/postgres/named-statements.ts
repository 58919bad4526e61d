import type pg from 'pg';
import { nameOfInsertion } from '../../prepared-query.ts';

/** SQLSTATE of a server that does not know a name, or knows it already: a pooler has changed the server's connection. */
const codesOfPoolers: readonly unknown[] = ['26000', '42P05'];

/** Returns whether an error means that a pooler is in the way of named statements. */
export function isCausedByPooler(error: unknown): boolean {
  return codesOfPoolers.includes((error as { code?: unknown }).code);
}

/**
 * Chooses the statements that a server keeps under a name, and therefore parses and plans only once: insertions, over
 * connections that no pooler shares. A pooler reports a process of its own to its clients, not the one that answers them.
 */
export class NamedStatements {
  readonly #direct = new WeakSet<object>();
  #isRefused = false;

  constructor(pool: pg.Pool) {
    pool.on('connect', (client) => void this.#examine(client));
  }

  /** Returns the name of a statement on a connection; undefined: it must not be named. */
  nameOf(client: pg.PoolClient, text: string): string | undefined {
    return this.#isRefused || !this.#direct.has(client) ? undefined : nameOfInsertion(text);
  }

  /** Names no more statements, because a pooler that was not recognized refused one. */
  refuse(): void {
    this.#isRefused = true;
  }

  async #examine(client: pg.PoolClient & { readonly processID?: number | null }): Promise<void> {
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      if (rows[0]?.pid === client.processID) this.#direct.add(client);
    } catch {
      // A broken connection is reported by the query that needs it.
    }
  }
}
