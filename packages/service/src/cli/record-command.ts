import type { NewAuditEvent } from '../audit/audit-event.ts';
import { recordAct } from '../db/audit/audit-trail.ts';
import type { Database } from '../db/schema.ts';
import type { Operator } from './operator.ts';

type CommandAct = Pick<NewAuditEvent, 'act' | 'accountId' | 'subject' | 'changes'> &
  Partial<Pick<NewAuditEvent, 'mode' | 'subjectSeq'>>;

/** Adds what a command does to the audit trail. Call it inside the transaction that does it. */
export async function recordCommand(
  db: Database,
  { actor, clock }: Pick<Operator, 'actor' | 'clock'>,
  act: CommandAct,
): Promise<void> {
  await recordAct(db, { mode: null, ...act, actor, at: clock.now() });
}
