import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** A trigger or view that is not as the service made it: it can change what the service writes, and the service would seal that. */
export interface SchemaFault {
  readonly kind: 'trigger' | 'view';
  readonly name: string;
  readonly fault: 'SCHEMA_ADDED' | 'SCHEMA_CHANGED' | 'SCHEMA_REMOVED';
}

/** The triggers of the newest migration, by name, as the database keeps their text. There is no view. */
const known: ReadonlyMap<string, string> = new Map(
  ['update', 'delete'].map((change) => {
    const name = `audit_events_refuse_${change}`;
    return [
      name,
      `create trigger "${name}" before ${change} on audit_events begin select raise(abort, 'The audit trail is never changed.'); end`,
    ];
  }),
);

/** Compares the triggers and views of a database with those that the service made. */
export async function findSchemaFaults(db: Database): Promise<SchemaFault[]> {
  const { rows } = await sql<{ type: SchemaFault['kind']; name: string; sql: string | null }>`
    select type, name, sql from sqlite_master where type in ('trigger', 'view') order by name`.execute(db);
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

/** SQLite keeps the text as it was typed, but for its first words. */
function withoutSpace(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^create trigger/i, 'create trigger');
}

const faultWords: Record<SchemaFault['fault'], string> = {
  SCHEMA_ADDED: 'was added by somebody else, and can change what the service writes',
  SCHEMA_CHANGED: 'was changed',
  SCHEMA_REMOVED: 'was removed, which kept the audit trail from being changed',
};

/** Says what is wrong, in a sentence. */
export function schemaWords({ kind, name, fault }: SchemaFault): string {
  return `The ${kind} ${name} of the database ${faultWords[fault]}.`;
}
