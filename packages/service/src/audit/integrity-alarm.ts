import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { AuditChanges, NewAuditEvent } from './audit-event.ts';
import type { AuditStore } from './audit-store.ts';
import { type TrailBreak, trailSeal } from './verify-trail.ts';

/** The same alarm once an hour: what reads it again and again must not fill the trail. */
const repeatedMs = 60 * 60 * 1000;
const mostRemembered = 10_000;

export interface IntegrityAlarmParts {
  readonly audit: Pick<AuditStore, 'append'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Raises alarms, in the log and the audit trail, for stored data that the service did not write, and names it. */
export class IntegrityAlarm {
  readonly #parts: IntegrityAlarmParts;
  readonly #told = new Map<string, number>();

  constructor(parts: IntegrityAlarmParts) {
    this.#parts = parts;
  }

  /** @param fault - `STATE_…`, `MEDIA_MISSING` or `MEDIA_CHANGED`. */
  raise(executionId: string, fault: string): void {
    this.#tell('ALARM: stored data of an execution is not as the service wrote it.', {
      subject: { kind: 'execution', id: executionId },
      changes: { fault },
      shown: { executionId, fault },
    });
  }

  /** Raises an alarm for a refused row that gives rights. */
  raiseRow({ table, id, accountId, fault }: BrokenRights): void {
    this.#tell(
      'ALARM: a key, person, role, rule, invitation or session is not as the service wrote it, and is refused: orchestration audit verify',
      {
        subject: { kind: kindOfRow[table], id },
        changes: { fault, account: accountId },
        shown: { table, id, ...(accountId !== null && { account: accountId }), fault },
      },
    );
  }

  /** Raises an alarm for a break of the audit trail. */
  raiseTrail({ chain, seq, reason, key }: TrailBreak): void {
    this.#tell('ALARM: the audit trail is not as it was written: orchestration audit verify', {
      subject: trailSeal,
      changes: { fault: reason, chain, place: seq },
      shown: { chain, seq, reason, ...(key !== undefined && { key }) },
    });
  }

  /** Raises an alarm for a foreign trigger or view of the database. */
  raiseSchema(name: string, fault: string): void {
    this.#tell(
      'ALARM: a trigger or view of the database is not as the service made it and may change what is stored: orchestration audit verify',
      { subject: { kind: 'database', id: name }, changes: { fault }, shown: { name, fault } },
    );
  }

  #tell(message: string, { subject, changes, shown }: Told): void {
    const { audit, clock, logger } = this.#parts;
    const name = JSON.stringify([subject, changes]);
    const now = clock.now();
    const sinceMs = now - (this.#told.get(name) ?? Number.NEGATIVE_INFINITY);
    if (sinceMs >= 0 && sinceMs < repeatedMs) return;
    if (this.#told.size >= mostRemembered) this.#told.clear();
    this.#told.set(name, now);
    logger.error(message, shown);
    audit
      .append({
        actor: { kind: 'system', task: 'integrity' },
        act: 'integrity.alarm',
        at: now,
        // The stored account may be the changed value.
        accountId: null,
        subject,
        mode: null,
        changes,
      })
      .catch((error) => {
        this.#told.delete(name);
        logger.error('An alarm could not be recorded in the audit trail.', shown, error);
      });
  }
}

/** A row that gives rights and is not as the service wrote it. */
interface BrokenRights {
  readonly table: keyof typeof kindOfRow;
  readonly id: string;
  readonly accountId: string | null;
  readonly fault: string;
}

const kindOfRow = {
  api_keys: 'key',
  memberships: 'person',
  invitations: 'invitation',
  admin_sessions: 'session',
  people: 'person',
  sign_in_rules: 'account',
} as const;

/** Words of an alarm: in the trail, and in the log. */
interface Told {
  readonly subject: NonNullable<NewAuditEvent['subject']>;
  readonly changes: AuditChanges;
  readonly shown: Readonly<Record<string, string | number>>;
}
