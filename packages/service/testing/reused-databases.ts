import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database that nobody else uses until it is given back. */
export interface LentDatabase {
  readonly url: string;
  /** Ends all connections to it. The next one that is lent may be the same, empty again. */
  giveBack(): Promise<void>;
}

/** Database that is copied, and the tables that hold rows in it, which migrations have written. */
interface Template {
  readonly name: string;
  readonly written: readonly string[];
  readonly fingerprint: string;
}

/**
 * Databases of a server, made as copies of one that is migrated. To make and drop one takes a third of a second, to empty one a
 * fiftieth: so each is emptied and lent again, unless its schema was changed or what migrations have written in it.
 */
export class ReusedDatabases {
  readonly #server: string;
  readonly #migrate: (url: string) => Promise<void>;
  readonly #free: string[] = [];
  #template: Promise<Template> | undefined;

  /** @param migrate - brings the empty database of a URL to the newest migration. */
  constructor(server: string, migrate: (url: string) => Promise<void>) {
    this.#server = server;
    this.#migrate = migrate;
  }

  async lend(): Promise<LentDatabase> {
    this.#template ??= this.#makeTemplate();
    const template = await this.#template;
    const name = this.#free.pop() ?? (await this.#copy(template));
    return { url: this.#urlOf(name), giveBack: () => this.#takeBack(name, template) };
  }

  async #copy({ name: template }: Template): Promise<string> {
    const name = `suite_${randomUUID().replaceAll('-', '')}`;
    await connected(this.#server, (client) => client.query(`create database ${name} template ${template}`));
    return name;
  }

  async #takeBack(name: string, template: Template): Promise<void> {
    const isEmptied = await connected(this.#urlOf(name), async (client) => {
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      if ((await fingerprintOf(client, template.written)) !== template.fingerprint) return false;
      await empty(client, template.written);
      return true;
    });
    if (isEmptied) this.#free.push(name);
    else
      await connected(this.#server, (client) => client.query(`drop database if exists ${name} with (force)`));
  }

  /** Each process of the suites makes it, or finds the one that another has made. */
  async #makeTemplate(): Promise<Template> {
    const name = 'migrated';
    await connected(this.#server, async (client) => {
      // A session holds a lock while it makes it.
      await client.query('select pg_advisory_lock(1)');
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
      if (rowCount !== 0) return;
      await client.query(`create database ${name}_begun`);
      await this.#migrate(this.#urlOf(`${name}_begun`));
      await client.query(`alter database ${name}_begun rename to ${name}`);
    });
    // Looked at in a copy: a database that somebody is connected to cannot be copied.
    const copy = await this.#copy({ name, written: [], fingerprint: '' });
    this.#free.push(copy);
    return connected(this.#urlOf(copy), async (client) => {
      const written = await writtenTables(client);
      return { name, written, fingerprint: await fingerprintOf(client, written) };
    });
  }

  #urlOf(database: string): string {
    const url = new URL(this.#server);
    url.pathname = `/${database}`;
    return url.href;
  }
}

const tablesOfOurs = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;

async function writtenTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ relname: string }>(tablesOfOurs);
  const written: string[] = [];
  for (const { relname } of rows) {
    const { rowCount } = await client.query(`select 1 from "${relname}" limit 1`);
    if (rowCount !== 0) written.push(relname);
  }
  return written;
}

/**
 * Digest of the schema, by the transactions that have written its catalogues, and of all rows of some tables. Without those of
 * `pg_class` themselves, which a table that is emptied has new.
 */
async function fingerprintOf(client: pg.Client, tables: readonly string[]): Promise<string> {
  const rows = tables.map(
    (table) => `(select string_agg(kept::text, ';' order by kept::text) from "${table}" as kept)`,
  );
  const { rows: found } = await client.query<{ digest: string }>(`
    with ours as (select oid, relname, relkind, relhastriggers, relchecks from pg_class where relnamespace = 'public'::regnamespace)
    select md5(concat_ws(' ',
      (select string_agg(ours::text, ';' order by oid) from ours),
      (select string_agg(concat_ws(',', attrelid, attnum, xmin), ';' order by attrelid, attnum) from pg_attribute
        where attrelid in (select oid from ours)),
      (select string_agg(concat_ws(',', oid, xmin), ';' order by oid) from pg_trigger),
      (select string_agg(concat_ws(',', oid, xmin), ';' order by oid) from pg_proc where pronamespace = 'public'::regnamespace),
      (select string_agg(nspname, ';' order by nspname) from pg_namespace where nspname !~ '^pg_(toast_)?temp')
      ${rows.map((text) => `, ${text}`).join('')})) as digest`);
  return found[0]?.digest ?? '';
}

/** Empties all tables but some, past all triggers, and lets counters begin anew. */
async function empty(client: pg.Client, kept: readonly string[]): Promise<void> {
  const names = kept.map((name) => `'${name}'`).join(', ') || "''";
  // Tables that were written to: a deleted row leaves a hole, and rows that tests read in no order would be put there.
  await client.query(`
    set session_replication_role = replica;
    do $$
    declare
      name text;
      used text;
    begin
      select string_agg(quote_ident(relname), ', ') into used from (${tablesOfOurs}
        and relname not in (${names}) and pg_relation_size(oid) > 0) as touched;
      if used is not null then execute 'truncate ' || used || ' cascade'; end if;
      for name in select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace loop
        perform setval(format('%I', name)::regclass, 1, false);
      end loop;
    end $$`);
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
