import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { AuditStore } from './audit-store.ts';

/** One alarm about an execution an hour: what reads it again and again must not fill the trail. */
const repeatedMs = 60 * 60 * 1000;
const mostRemembered = 10_000;

export interface IntegrityAlarmParts {
  readonly audit: Pick<AuditStore, 'append'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Tells that stored data is not as the service wrote it, in the log and the audit trail, and names the execution. */
export class IntegrityAlarm {
  readonly #parts: IntegrityAlarmParts;
  readonly #told = new Map<string, number>();

  constructor(parts: IntegrityAlarmParts) {
    this.#parts = parts;
  }

  /** @param fault - `STATE_…`, `MEDIA_MISSING` or `MEDIA_CHANGED`. */
  raise(executionId: string, fault: string): void {
    const { audit, clock, logger } = this.#parts;
    const name = `${executionId} ${fault}`;
    const now = clock.now();
    const sinceMs = now - (this.#told.get(name) ?? Number.NEGATIVE_INFINITY);
    if (sinceMs >= 0 && sinceMs < repeatedMs) return;
    if (this.#told.size >= mostRemembered) this.#told.clear();
    this.#told.set(name, now);
    logger.error('ALARM: stored data of an execution is not as the service wrote it.', {
      executionId,
      fault,
    });
    audit
      .append({
        actor: { kind: 'system', task: 'integrity' },
        act: 'integrity.alarm',
        at: now,
        // The account that is stored with it may be what was changed.
        accountId: null,
        subject: { kind: 'execution', id: executionId },
        mode: null,
        changes: { fault },
      })
      .catch((error) => {
        this.#told.delete(name);
        logger.error('An alarm could not be recorded in the audit trail.', { executionId, fault }, error);
      });
  }
}
