import type { AuditEvent } from './audit-event.ts';

/** A row that must exist according to the audit trail. */
export interface RightInTrail {
  readonly table: 'api_keys' | 'memberships';
  /** Id of the key; for a membership, the id of the person. */
  readonly id: string;
  readonly accountId: string;
}

/**
 * Collects keys and memberships from the events of an audit trail. Events must be noted in order. Keys are kept forever,
 * memberships until their removal.
 */
export class RightsInTrail {
  readonly #rights = new Map<string, RightInTrail>();

  note({ act, chain, subjectId }: Pick<AuditEvent, 'act' | 'chain' | 'subjectId'>): void {
    if (subjectId === null) return;
    if (act === 'key.create') this.#add({ table: 'api_keys', id: subjectId, accountId: chain });
    if (act === 'person.join') this.#add({ table: 'memberships', id: subjectId, accountId: chain });
    if (act === 'person.remove') this.#rights.delete(nameOf('memberships', subjectId, chain));
  }

  /**
   * Returns the rights whose rows are missing.
   *
   * @param exists - returns whether the row of a right exists.
   */
  missing(exists: (right: RightInTrail) => boolean): RightInTrail[] {
    return [...this.#rights.values()].filter((right) => !exists(right));
  }

  #add(right: RightInTrail): void {
    this.#rights.set(nameOf(right.table, right.id, right.accountId), right);
  }
}

function nameOf(table: string, id: string, accountId: string): string {
  return `${table} ${accountId} ${id}`;
}
