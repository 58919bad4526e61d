import { sql } from 'kysely';
import { byDialect, isPostgres } from '../dialect.ts';
import type { Database } from '../schema.ts';

/**
 * A trigger or view that is not as the service created it. It can change what the service writes, and the service would then
 * seal that.
 */
export interface SchemaFault {
  readonly kind: 'trigger' | 'view';
  readonly name: string;
  readonly fault: 'SCHEMA_ADDED' | 'SCHEMA_CHANGED' | 'SCHEMA_REMOVED';
}

/** The triggers of the newest migration by name, with their text as the database stores it. The service creates no views. */
const sqliteTriggers: ReadonlyMap<string, string> = new Map(
  ['update', 'delete'].map((change) => {
    const name = `audit_events_refuse_${change}`;
    return [
      name,
      `create trigger "${name}" before ${change} on audit_events begin select raise(abort, 'The audit trail is never changed.'); end`,
    ];
  }),
);

/** The same for PostgreSQL, each followed by the function that it calls. */
const postgresTriggers: ReadonlyMap<string, string> = new Map([
  ...['update', 'delete'].map((change): [string, string] => {
    const name = `audit_events_refuse_${change}`;
    return [
      name,
      `create trigger ${name} BEFORE ${change.toUpperCase()} ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() BEGIN RAISE EXCEPTION 'The audit trail is never changed.'; END`,
    ];
  }),
  [
    'jobs_notify',
    "create trigger jobs_notify AFTER INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION notify_job() BEGIN IF NEW.due_at <= extract(epoch from clock_timestamp()) * 1000 + 1000 THEN PERFORM pg_notify('orchestration', 'job - ' || current_setting('application_name')); END IF; RETURN NULL; END",
  ],
  [
    'executions_notify',
    "create trigger executions_notify AFTER UPDATE ON executions FOR EACH ROW EXECUTE FUNCTION notify_execution() BEGIN PERFORM pg_notify('orchestration', 'execution ' || NEW.id || ' ' || current_setting('application_name')); RETURN NULL; END",
  ],
  ...['popup_windows', 'hand_offs'].map((table): [string, string] => [
    `${table}_notify`,
    `create trigger ${table}_notify AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION notify_session() BEGIN PERFORM pg_notify('orchestration', 'execution ' || NEW.execution_id || ' ' || current_setting('application_name')); RETURN NULL; END`,
  ]),
]);

const triggersAndViews = byDialect<{ type: SchemaFault['kind']; name: string; sql: string | null }>({
  sqlite: sql`select type, name, sql from sqlite_master where type in ('trigger', 'view') order by name`,
  postgres: sql`
    select 'trigger' as type, tgname::text as name,
      case when tgenabled = 'O' then '' else 'disabled ' end || pg_get_triggerdef(pg_trigger.oid, true)
        || ' ' || pg_proc.prosrc as sql
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and relnamespace = current_schema()::regnamespace
    union all
    select 'view', viewname::text, definition from pg_views where schemaname = current_schema()
    order by 2`,
});

/** Compares the triggers and views of a database with those that the service creates. */
export async function findSchemaFaults(db: Database): Promise<SchemaFault[]> {
  const { rows } = await triggersAndViews.execute(db);
  const known = isPostgres(db) ? postgresTriggers : sqliteTriggers;
  const faults: SchemaFault[] = rows.flatMap(({ type: kind, name, sql: text }): SchemaFault[] => {
    const own = kind === 'trigger' ? known.get(name) : undefined;
    if (own === undefined) return [{ kind, name, fault: 'SCHEMA_ADDED' }];
    return withoutSpace(text ?? '') === own ? [] : [{ kind, name, fault: 'SCHEMA_CHANGED' }];
  });
  const names = new Set(rows.map(({ name }) => name));
  for (const name of known.keys())
    if (!names.has(name)) faults.push({ kind: 'trigger', name, fault: 'SCHEMA_REMOVED' });
  return faults;
}

/** Removes white space: SQLite stores a statement as it was written, except for its first words. */
function withoutSpace(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^create trigger/i, 'create trigger');
}

const faultWords: Record<SchemaFault['fault'], string> = {
  SCHEMA_ADDED: 'was added by someone else, and can change what the service writes',
  SCHEMA_CHANGED: 'was changed',
  SCHEMA_REMOVED: 'was removed, which kept the audit trail from being changed',
};

/** Describes a fault of the schema in one sentence. */
export function schemaWords({ kind, name, fault }: SchemaFault): string {
  return `The ${kind} ${name} of the database ${faultWords[fault]}.`;
}
