import type pg from 'pg';
import { nameOfInsertion } from '../../prepared-query.ts';

/** SQLSTATE of a server that does not know a name, or knows it already: a pooler has changed the server's connection. */
const codesOfPoolers: readonly unknown[] = ['26000', '42P05'];

/** Returns whether an error means that a pooler is in the way of named statements. */
export function isCausedByPooler(error: unknown): boolean {
  return codesOfPoolers.includes((error as { code?: unknown }).code);
}

/**
 * Distinguishes connections to the server itself from those through a pooler, which reports a process of its own to its clients,
 * not the one that answers them. Only a direct connection may be sent several statements at once, since some poolers pass the
 * later ones on to other connections, and only there the server keeps insertions under a name, so that it parses and plans
 * them once.
 */
export class DirectConnections {
  readonly #known = new WeakMap<object, boolean>();
  #isNameRefused = false;

  /** Returns whether a connection is direct. Asks the server when a connection is first used. */
  async isDirect(
    client: pg.PoolClient & { readonly processID?: number | null },
    options: { readonly query_timeout?: number },
  ): Promise<boolean> {
    const known = this.#known.get(client);
    if (known !== undefined) return known;
    const { rows } = await client.query<{ pid: number }>({
      text: 'select pg_backend_pid() as pid',
      ...options,
    });
    const isDirect = rows[0]?.pid === client.processID;
    this.#known.set(client, isDirect);
    return isDirect;
  }

  /** Returns the name of a statement on a connection; undefined: it must not be named. */
  nameOf(client: pg.PoolClient, text: string): string | undefined {
    return this.#isNameRefused || !this.#known.get(client) ? undefined : nameOfInsertion(text);
  }

  /** Names no more statements, because a pooler that was not recognized refused one. */
  refuseNames(): void {
    this.#isNameRefused = true;
  }
}
