import type { NewAuditEvent } from '../audit/audit-event.ts';
import { serviceChain } from '../audit/audit-event.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import { auditPage } from './audit-trail.ts';
import { findStateFault, type StateSeal, sealState, statesAfter } from './execution-states.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Database } from './schema.ts';

const perTransaction = 500;
/** Subject of the event that says that all states are sealed. */
const subject = { kind: 'seal', id: 'states' } as const;

/** Whether all states were sealed once, so that one without a MAC is broken. */
export async function areStatesSealed(reader: Database): Promise<boolean> {
  const filter = { chain: serviceChain, act: 'integrity.seal', subjectId: subject.id, limit: 1 };
  return (await auditPage(reader, filter)).length > 0;
}

/** Whether there are executions that wait to be sealed by the first start. */
export async function areStatesWaiting(reader: Database): Promise<boolean> {
  if (await areStatesSealed(reader)) return false;
  const unsealed = await reader
    .selectFrom('executions')
    .select('id')
    .where('state_mac', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return unsealed !== undefined;
}

/**
 * Seals executions that an earlier version stored, once: at the first start with the master key. From then on a state without a
 * MAC is one whose MAC somebody took away. So is one that the audit trail has an act of, at any time.
 *
 * @returns how many were sealed.
 */
export async function sealEarlierStates(
  { main, reader }: Pick<OpenDatabase, 'main' | 'reader'>,
  { audit, seal, now }: { audit: AuditStore; seal: StateSeal; now: number },
): Promise<number> {
  if (await areStatesSealed(reader)) return 0;
  let [sealed, after] = [0, ''];
  for (;;) {
    const states = await statesAfter(reader, after, perTransaction);
    const earlier = states.filter(
      (state) => findStateFault(seal, state) === 'STATE_UNSEALED' && state.recorded_seq === null,
    );
    await main.transaction().execute(async (trx) => {
      for (const { id } of earlier) await sealState(trx, seal, id);
    });
    sealed += earlier.length;
    after = states.at(-1)?.id ?? '';
    if (states.length < perTransaction) break;
  }
  const act: NewAuditEvent = {
    actor: { kind: 'system', task: 'integrity' },
    act: 'integrity.seal',
    at: now,
    accountId: null,
    subject,
    mode: null,
    changes: { executions: sealed },
  };
  await audit.append(act);
  return sealed;
}
