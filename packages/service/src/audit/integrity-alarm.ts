import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { AuditChanges, NewAuditEvent } from './audit-event.ts';
import type { AuditStore } from './audit-store.ts';
import { type TrailBreak, trailSeal } from './verify-trail.ts';

/** Minimum time until the same alarm is repeated. Data that is read often must not fill the audit trail. */
const repeatAfterMs = 60 * 60 * 1000;
const maxRemembered = 10_000;

export interface IntegrityAlarmParts {
  readonly audit: Pick<AuditStore, 'append'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Raises alarms in the log and the audit trail for stored data that the service did not write. Each alarm identifies the data.
 */
export class IntegrityAlarm {
  readonly #parts: IntegrityAlarmParts;
  readonly #raisedAt = new Map<string, number>();

  constructor(parts: IntegrityAlarmParts) {
    this.#parts = parts;
  }

  /**
   * Raises an alarm for the state or media of an execution.
   *
   * @param fault - `STATE_…`, `MEDIA_MISSING` or `MEDIA_CHANGED`.
   */
  raise(executionId: string, fault: string): void {
    this.#raise('ALARM: stored data of an execution differs from what the service wrote.', {
      subject: { kind: 'execution', id: executionId },
      changes: { fault },
      shown: { executionId, fault },
    });
  }

  /** Raises an alarm for a refused row that gives rights. */
  raiseRow({ table, id, accountId, fault }: BrokenRights): void {
    this.#raise(
      'ALARM: a key, person, role, rule, invitation or session differs from what the service wrote and is refused. Run: orchestration audit verify',
      {
        subject: { kind: kindOfRow[table], id },
        changes: { fault, account: accountId },
        shown: { table, id, ...(accountId !== null && { account: accountId }), fault },
      },
    );
  }

  /** Raises an alarm for a break of the audit trail. */
  raiseTrail({ chain, seq, reason, key }: TrailBreak): void {
    this.#raise('ALARM: the audit trail differs from what was written. Run: orchestration audit verify', {
      subject: trailSeal,
      changes: { fault: reason, chain, place: seq },
      shown: { chain, seq, reason, ...(key !== undefined && { key }) },
    });
  }

  /** Raises an alarm for a foreign trigger or view of the database. */
  raiseSchema(name: string, fault: string): void {
    this.#raise(
      'ALARM: a trigger or view of the database differs from what the service created and may change stored data. Run: orchestration audit verify',
      { subject: { kind: 'database', id: name }, changes: { fault }, shown: { name, fault } },
    );
  }

  #raise(message: string, { subject, changes, shown }: AlarmContent): void {
    const { audit, clock, logger } = this.#parts;
    const name = JSON.stringify([subject, changes]);
    const now = clock.now();
    const sinceMs = now - (this.#raisedAt.get(name) ?? Number.NEGATIVE_INFINITY);
    if (sinceMs >= 0 && sinceMs < repeatAfterMs) return;
    if (this.#raisedAt.size >= maxRemembered) this.#raisedAt.clear();
    this.#raisedAt.set(name, now);
    logger.error(message, shown);
    audit
      .append({
        actor: { kind: 'system', task: 'integrity' },
        act: 'integrity.alarm',
        at: now,
        // The stored account may be the changed value, so the alarm goes to the service's own chain.
        accountId: null,
        subject,
        mode: null,
        changes,
      })
      .catch((error) => {
        this.#raisedAt.delete(name);
        logger.error('An alarm could not be recorded in the audit trail.', shown, error);
      });
  }
}

/** A row that gives rights and was not written by the service in this form. */
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

/** Content of an alarm. `subject` and `changes` are for the audit trail, `shown` is for the log. */
interface AlarmContent {
  readonly subject: NonNullable<NewAuditEvent['subject']>;
  readonly changes: AuditChanges;
  readonly shown: Readonly<Record<string, string | number>>;
}
