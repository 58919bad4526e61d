import { sql } from 'kysely';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type { DisposalCause, DisposalReads } from '../../administration/retention/list-disposals.ts';
import { actorOf } from '../../administration/runs/actor-names.ts';
import { readable } from '../integrity/readable-columns.ts';
import type { OpenDatabase } from '../opening/open-database.ts';

/** Lists purges of accounts from the audit trail. */
export function createDisposals({ reader }: Pick<OpenDatabase, 'reader'>): DisposalReads {
  return {
    async disposals(accountId, modes, before, limit) {
      let query = reader
        .selectFrom('audit_events')
        .select([
          readable('seq').as('seq'),
          readable('at').as('at'),
          'subject_id',
          'mode',
          'actor_kind',
          'actor_id',
          'changes',
        ])
        .where('chain', '=', accountId)
        // A literal, so that SQLite uses the index that holds only purges.
        .where('act', '=', sql.lit('execution.purge'));
      if (modes.length < keyModes.length) query = query.where('mode', 'in', modes);
      if (before !== null) query = query.where('seq', '<', before);
      const rows = await query.orderBy('audit_events.seq', 'desc').limit(limit).execute();
      return rows.map((row) => {
        const { files, cause, orderedBy } = changesIn(row.changes);
        return {
          seq: row.seq,
          executionId: row.subject_id ?? '',
          mode: row.mode as KeyMode,
          at: row.at,
          cause: causeOf(row.actor_kind, row.actor_id, cause),
          by: { kind: row.actor_kind, id: row.actor_id },
          orderedBy: typeof orderedBy === 'string' ? actorOf(orderedBy) : null,
          files: Number.isSafeInteger(files) ? (files as number) : null,
        };
      });
    },
  };
}

/** Cause of a purge, by the task of the service that carried it out. */
const causesOfTasks: ReadonlyMap<string, DisposalCause> = new Map([
  ['purge-replay', 'restore'],
  ['retention', 'retention'],
  ['sample', 'sample'],
]);

function causeOf(kind: string, id: string, cause: unknown): DisposalCause {
  if (cause === 'erasure') return 'erasure';
  if (kind === 'system') return causesOfTasks.get(id) ?? 'other';
  return kind === 'person' || kind === 'operator' ? kind : 'other';
}

/** Parses the changes of an event. Tolerates any stored text, so that the list can always be shown. */
function changesIn(text: string | null): { files?: unknown; cause?: unknown; orderedBy?: unknown } {
  try {
    const changes: unknown = JSON.parse(text ?? '{}');
    return typeof changes === 'object' && changes !== null ? changes : {};
  } catch {
    return {};
  }
}
