import type { PersonActor } from '../../../access/actor.ts';
import { Refusal } from '../../../refusal.ts';
import type { PeopleServices } from '../people-services.ts';
import type { PeopleTransaction } from '../people-store.ts';

type Services = Pick<PeopleServices, 'store' | 'clock'>;

/** Sessions to end: the current one, all, all others, or one by its id. */
export type EndedSessions = 'this' | 'all' | 'others' | { readonly id: string };

/**
 * Ends sessions of the signed-in person. Their cookies are refused from then on. @throws {Refusal} NOT_FOUND, also for sessions
 * of other people.
 */
export function endOwnSessions(
  { store, clock }: Services,
  person: PersonActor,
  which: EndedSessions,
): Promise<void> {
  return store.transact(async (transaction) => {
    const now = clock.now();
    if (which === 'all') await transaction.endSessions(person.id, now);
    else if (which === 'others') await endOtherSessions(transaction, person, now);
    else await endSession(transaction, person, which === 'this' ? person.sessionId : which.id, now);
    await transaction.record({
      actor: person,
      act: 'person.sign-out',
      at: now,
      accountId: person.accountId,
      subject: { kind: 'person', id: person.id },
      mode: null,
      changes: { everywhere: which === 'all', ...(which === 'others' && { others: true }) },
    });
  });
}

async function endSession(transaction: PeopleTransaction, person: PersonActor, id: string, now: number) {
  const session = await transaction.session(id);
  if (session?.personId !== person.id || session.endedAt !== null)
    throw new Refusal('NOT_FOUND', 'There is no such session, or it has ended.');
  await transaction.updateSession(id, { endedAt: now });
}

/** Ends all sessions of a person except the one of this request. @returns how many. */
export async function endOtherSessions(
  transaction: PeopleTransaction,
  person: PersonActor,
  now: number,
): Promise<number> {
  const others = (await transaction.sessionsOf(person.id, now)).filter(({ id }) => id !== person.sessionId);
  for (const { id } of others) await transaction.updateSession(id, { endedAt: now });
  return others.length;
}
