import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database with a single user until it is given back. */
export interface LentDatabase {
  readonly url: string;
  /** Ends all its connections and returns it. It may be lent again once it is emptied. */
  giveBack(): Promise<void>;
}

/** Database to copy, and its tables that migrations have filled. */
interface Template {
  readonly name: string;
  readonly written: readonly string[];
  readonly fingerprint: string;
}

/**
 * Databases on a server, copied from a migrated template. Creating and dropping one takes a third of a second, emptying it a
 * fiftieth, so each is emptied and lent again unless its schema or the rows of migrations have changed.
 */
export class ReusedDatabases {
  readonly #server: string;
  readonly #migrate: (url: string) => Promise<void>;
  readonly #free: string[] = [];
  #template: Promise<Template> | undefined;

  /** Creates a pool. @param migrate - brings an empty database to the newest migration. */
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

  /** Creates the template, or finds the one that another process has created. */
  async #makeTemplate(): Promise<Template> {
    const name = 'migrated';
    await connected(this.#server, async (client) => {
      // The session holds this lock while it creates the template.
      await client.query('select pg_advisory_lock(1)');
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
      if (rowCount !== 0) return;
      await client.query(`create database ${name}_begun`);
      await this.#migrate(this.#urlOf(`${name}_begun`));
      await client.query(`alter database ${name}_begun rename to ${name}`);
    });
    // Inspected in a copy, because a database with connections cannot be copied.
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
 * Computes a digest of the schema, by the transactions that wrote its catalogues, and of all rows of some tables. Excludes the
 * transactions of `pg_class`, which change when a table is emptied.
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

/** Empties all tables except some, bypassing triggers, and resets sequences. */
async function empty(client: pg.Client, kept: readonly string[]): Promise<void> {
  const names = kept.map((name) => `'${name}'`).join(', ') || "''";
  // Truncates tables that were written to. Deleting would leave holes that new rows fill, which changes the order of unsorted
  // reads.
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
