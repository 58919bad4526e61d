import type { Logger } from '../logging/logger.ts';
import { Refusal } from '../refusal.ts';
import type { NewAuditEvent } from './audit-event.ts';
import type { AuditStore } from './audit-store.ts';

/**
 * Records that personal data was read. Resolves even if that could not be stored.
 *
 * @throws {Refusal} if the rights of the person who reads have changed since the request was admitted.
 */
export type RecordRead = (event: NewAuditEvent) => Promise<void>;

/**
 * Records reads of personal data before they are answered. Reads remain possible while nothing can be stored, because an
 * account must be able to read its data even if the service's disk is full. An unrecorded read is logged. An event with the
 * number of unrecorded reads follows the next event that can be stored.
 */
export function createReadRecorder(audit: Pick<AuditStore, 'append'>, logger: Logger): RecordRead {
  const missing = new Map<string | null, number>();
  const miss = (accountId: string | null, count: number) =>
    missing.set(accountId, (missing.get(accountId) ?? 0) + count);
  /** Records how many reads are missing. Keeps the count if that fails. */
  const recordGap = async (event: NewAuditEvent) => {
    const count = missing.get(event.accountId);
    if (count === undefined) return;
    // Removes the count at once, so that a concurrent read does not record the same gap.
    missing.delete(event.accountId);
    try {
      await audit.append({
        ...event,
        actor: { kind: 'system', task: 'integrity' },
        act: 'audit.gap',
        subject: null,
        changes: { unrecordedReads: count },
      });
    } catch (error) {
      miss(event.accountId, count);
      logger.error(
        'The audit trail lacks reads, and the gap could not be recorded.',
        { account: event.accountId, unrecordedReads: count },
        error,
      );
    }
  };
  return async (event) => {
    try {
      await audit.append(event);
      await recordGap(event);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      miss(event.accountId, 1);
      logger.error(
        'A read of personal data could not be recorded in the audit trail.',
        { act: event.act, account: event.accountId, subject: event.subject?.id ?? null },
        error,
      );
    }
  };
}
