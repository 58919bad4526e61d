import { type Kysely, sql } from 'kysely';
import { noLock } from '../../../transaction-locks.ts';
import { inTransaction } from '../../in-transaction.ts';
import { postgresMigrations } from '../../migrations/postgres-migrations.ts';
import type { Schema } from '../../schema.ts';
import { readHistory, refusedBy, type SchemaHistory } from '../schema-history.ts';
import type { Unsupported } from '../unsupported-data.ts';
import { nameOfDatabase } from './postgres-pool.ts';

/** The oldest PostgreSQL version that still gets fixes. */
const oldestVersion = 15;

/**
 * Maximum difference between the clocks of service and database, in ms. Notifications of due jobs depend on both clocks, and
 * receivers refuse webhook signatures if clocks differ by 5 minutes.
 */
const clockToleranceMs = 60_000;

interface ServerFacts {
  readonly version: number;
  readonly encoding: string;
  readonly isReadOnly: boolean;
  readonly mayCreate: boolean | null;
  /** Time of the database server, in ms since 1970. */
  readonly now: number;
}

/**
 * Checks whether the service can use a PostgreSQL database. Writes nothing.
 *
 * @returns why it cannot; null if it can.
 */
export async function findPostgresFault(db: Kysely<Schema>, url: string): Promise<Unsupported | null> {
  const name = nameOfDatabase(url);
  try {
    return await inTransaction(db, noLock, async (trx) => {
      const askedAt = Date.now();
      const { rows } = await sql<ServerFacts>`
        select current_setting('server_version_num')::int / 10000 as version,
          current_setting('server_encoding') as encoding,
          pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
          has_schema_privilege(current_schema(), 'CREATE') as "mayCreate",
          (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(trx);
      const [facts] = rows;
      if (!facts) throw new Error('PostgreSQL returned no information about itself.');
      return (
        faultOfServer(name, facts) ??
        faultOfClock(name, facts.now - (askedAt + Date.now()) / 2) ??
        findSchemaFault(name, await readHistory(trx))
      );
    });
  } catch (error) {
    return faultOfConnection(name, error);
  }
}

function faultOfServer(
  name: string,
  { version, encoding, isReadOnly, mayCreate }: ServerFacts,
): Unsupported | null {
  if (version < oldestVersion)
    return {
      cause: `${name} is on PostgreSQL ${version}.`,
      remedy: 'Upgrade the server to PostgreSQL 15 or later.',
    };
  if (encoding !== 'UTF8')
    return {
      cause: `${name} has the encoding ${encoding}.`,
      remedy: 'Create a database with the encoding UTF8.',
    };
  if (isReadOnly)
    return {
      cause: `${name} can only be read.`,
      remedy: 'Set DATABASE_URL to the primary server, with a role that can write.',
    };
  if (mayCreate !== true)
    return {
      cause: `The role may create nothing. ${name} needs tables.`,
      remedy:
        'Make it the owner of the database, or grant it: grant usage, create on schema public to <role>.',
    };
  return null;
}

function faultOfClock(name: string, apartMs: number): Unsupported | null {
  if (Math.abs(apartMs) <= clockToleranceMs) return null;
  const seconds = Math.round(Math.abs(apartMs) / 1000);
  return {
    cause: `${name} has a server whose clock differs by ${seconds} s from the clock of this machine.`,
    remedy: 'Let NTP set both clocks.',
  };
}

/**
 * Checks whether this version can use a PostgreSQL database with some migrations.
 *
 * @returns why it cannot; null if it can.
 */
export function findSchemaFault(name: string, history: SchemaHistory): Unsupported | null {
  const refused = refusedBy(postgresMigrations, history);
  if (refused.length === 0) return null;
  return {
    cause: `${name} was used by a newer version of the service (${refused.join(', ')}).`,
    remedy: 'Run that version or a later one, or set DATABASE_URL to another database.',
  };
}

/** Reasons for a failed connection, by SQLSTATE. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'The password is wrong, or there is no such role.',
  '28000': 'The server does not permit this role to connect.',
  '3D000': 'There is no such database.',
  '42501': 'The role lacks a permission.',
  '53300': 'The server has no connection left.',
  '57P03': 'The server is starting or stopping.',
};

function faultOfConnection(name: string, error: unknown): Unsupported {
  const { code, message = '', cause } = error as { code?: string; message?: string; cause?: Error };
  if (/statement pooling/.test(message))
    return {
      cause: `${name} is behind a pooler that uses another connection for each statement.`,
      remedy: 'Set pool_mode of the pooler to transaction or session.',
    };
  const { code: causeCode, message: causeMessage } = (cause ?? {}) as { code?: string; message?: string };
  const words = code === 'DATABASE_LOST' ? (causeCode ?? causeMessage) : message;
  const why = refusals[code ?? ''] ?? `${words || (code ?? 'the connection failed')}.`;
  return {
    cause: `${name} cannot be reached: ${why}`,
    remedy: 'Check DATABASE_URL, and that the server runs and lets this machine connect.',
  };
}
