import type { Logger } from '../logging/logger.ts';
import type { NewAuditEvent } from './audit-event.ts';
import type { AuditStore } from './audit-store.ts';

/** Records that personal data was read. Resolves also where that could not be stored. */
export type RecordRead = (event: NewAuditEvent) => Promise<void>;

/**
 * Records reads of personal data before they are answered. A read stays possible while nothing can be stored: an account must
 * be able to look at its data when the disk of the service is full. Such a read is logged, and the next event that can be stored
 * is followed by one that says how many are missing.
 */
export function createReadRecorder(audit: Pick<AuditStore, 'append'>, logger: Logger): RecordRead {
  const missing = new Map<string | null, number>();
  return async (event) => {
    try {
      await audit.append(event);
      const count = missing.get(event.accountId);
      if (count === undefined) return;
      missing.delete(event.accountId);
      await audit.append({
        ...event,
        actor: { kind: 'system', task: 'integrity' },
        act: 'audit.gap',
        subject: null,
        changes: { unrecordedReads: count },
      });
    } catch (error) {
      missing.set(event.accountId, (missing.get(event.accountId) ?? 0) + 1);
      logger.error(
        'A read of personal data could not be recorded in the audit trail.',
        { act: event.act, account: event.accountId, subject: event.subject?.id ?? null },
        error,
      );
    }
  };
}
