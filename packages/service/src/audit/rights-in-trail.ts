import type { AuditEvent } from './audit-event.ts';

/** A row that, by the events of a trail, must be there. */
export interface RightInTrail {
  readonly table: 'api_keys' | 'memberships';
  /** Id of the key; of a membership, the id of the person. */
  readonly id: string;
  readonly accountId: string;
}

/**
 * Collects the keys and memberships that the events of a trail tell of, in their order. Keys stay for ever, memberships until a
 * removal.
 */
export class RightsInTrail {
  readonly #rights = new Map<string, RightInTrail>();

  note({ act, chain, subjectId }: Pick<AuditEvent, 'act' | 'chain' | 'subjectId'>): void {
    if (subjectId === null) return;
    if (act === 'key.create') this.#add({ table: 'api_keys', id: subjectId, accountId: chain });
    if (act === 'person.join') this.#add({ table: 'memberships', id: subjectId, accountId: chain });
    if (act === 'person.remove') this.#rights.delete(nameOf('memberships', subjectId, chain));
  }

  /** Rights without a row. @param isThere - whether there is one. */
  missing(isThere: (right: RightInTrail) => boolean): RightInTrail[] {
    return [...this.#rights.values()].filter((right) => !isThere(right));
  }

  #add(right: RightInTrail): void {
    this.#rights.set(nameOf(right.table, right.id, right.accountId), right);
  }
}

function nameOf(table: string, id: string, accountId: string): string {
  return `${table} ${accountId} ${id}`;
}
