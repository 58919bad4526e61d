import type { NewAuditEvent } from '../audit/audit-event.ts';
import { openStores } from './open-stores.ts';
import type { Operator } from './operator.ts';

type CommandAct = Pick<NewAuditEvent, 'act' | 'subject' | 'changes'>;

/** Records in the audit trail what a command does outside of the database. Creates the database if there is none. */
export async function recordCommand(operator: Operator, act: CommandAct): Promise<void> {
  const { audit } = await openStores(operator, { begin: true });
  await audit.append({
    accountId: null,
    mode: null,
    ...act,
    actor: operator.actor,
    at: operator.clock.now(),
  });
}
