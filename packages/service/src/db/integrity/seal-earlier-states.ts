import { type AuditEvent, type NewAuditEvent, serviceChain } from '../../audit/audit-event.ts';
import type { AuditStore } from '../../audit/audit-store.ts';
import type { IntegrityAnchor } from '../../audit/integrity-anchor.ts';
import { auditPage } from '../audit/audit-trail.ts';
import { findStateFault, type StateSeal, sealStates, statesAfter } from '../executions/execution-states.ts';
import { inTransaction } from '../in-transaction.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';
import { countSealedRows } from './seal-earlier-rows.ts';

const perTransaction = 500;
/** Subject of the audit event that records that all states are sealed. */
const subject = { kind: 'seal', id: 'states' } as const;

/**
 * Returns whether all states were sealed once. If so, a state without a MAC is broken.
 *
 * @param seal - if omitted, only the database is asked.
 */
export async function areStatesSealed(
  reader: Database,
  seal?: Pick<StateSeal, 'isAnchored'>,
): Promise<boolean> {
  return seal?.isAnchored() || (await findSealEvent(reader)) !== null;
}

async function findSealEvent(reader: Database): Promise<AuditEvent | null> {
  const filter = { chain: serviceChain, act: 'integrity.seal', subjectId: subject.id, limit: 1 };
  const [event] = await auditPage(reader, filter);
  return event ?? null;
}

/**
 * Copies to the anchor the database's record that states, rights, people and the audit trail were sealed. From then on, none of
 * them can be sealed as if for the first time, even if somebody removes the record from the database.
 */
export async function anchorSeals(
  reader: Database,
  audit: AuditStore,
  anchor: IntegrityAnchor,
): Promise<void> {
  const before = anchor.read();
  if (before === 'changed' || (before?.rights !== undefined && before.people !== undefined)) return;
  const rights = before?.rights ?? (await countSealedRows(reader, 'rights')) ?? undefined;
  const people = before?.people ?? (await countSealedRows(reader, 'people')) ?? undefined;
  if (before !== null) {
    if (rights !== before.rights || people !== before.people) await anchor.put({ ...before, rights, people });
    return;
  }
  const event = await findSealEvent(reader);
  if (event === null || (await audit.checkpoint()) === null) return;
  await anchor.put({ sealedAt: event.at, executions: sealedBy(event), rights, people });
}

/**
 * Returns how many executions of an earlier version were sealed, according to the database; null if the database does not
 * record that they were.
 */
export async function countSealed(reader: Database): Promise<number | null> {
  const event = await findSealEvent(reader);
  return event && sealedBy(event);
}

function sealedBy({ changes }: AuditEvent): number {
  try {
    const { executions } = JSON.parse(changes ?? '') as { executions?: unknown };
    return typeof executions === 'number' ? executions : 0;
  } catch {
    return 0;
  }
}

/** Returns whether some executions are still to be sealed by the first start. */
export async function areStatesWaiting(
  reader: Database,
  seal?: Pick<StateSeal, 'isAnchored'>,
): Promise<boolean> {
  if (await areStatesSealed(reader, seal)) return false;
  const unsealed = await reader
    .selectFrom('executions')
    .select('id')
    .where('state_mac', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return unsealed !== undefined;
}

/**
 * Seals the executions that an earlier version stored. Does so only once, at the first start with the master key: from then on,
 * a missing MAC means that somebody removed it. Skips executions that have an act in the audit trail, because the service would
 * have sealed them itself.
 *
 * @returns how many were sealed.
 */
export async function sealEarlierStates(
  { main, reader }: Pick<OpenDatabase, 'main' | 'reader'>,
  { audit, seal, now }: { audit: AuditStore; seal: StateSeal; now: number },
): Promise<number> {
  if (await areStatesSealed(reader, seal)) return 0;
  let [sealed, after] = [0, ''];
  for (;;) {
    const states = await statesAfter(reader, after, perTransaction);
    const earlier = states
      .filter((state) => findStateFault(seal, state) === 'STATE_UNSEALED' && state.recorded_seq === null)
      .map(({ id }) => id);
    await inTransaction(main, { executions: earlier }, (trx) => sealStates(trx, seal, earlier));
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
