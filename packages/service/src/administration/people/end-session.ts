import type { PersonActor } from '../../access/actor.ts';
import type { PeopleServices } from './people-services.ts';

type Services = Pick<PeopleServices, 'store' | 'clock'>;

/** Signs a person out: of one session, or everywhere. A cookie of theirs is refused from then on. */
export function signOut(
  { store, clock }: Services,
  person: PersonActor,
  { everywhere }: { readonly everywhere: boolean },
): Promise<void> {
  return store.transact(async (transaction) => {
    const now = clock.now();
    if (everywhere) await transaction.endSessions(person.id, now);
    else await transaction.updateSession(person.sessionId, { endedAt: now });
    await transaction.record({
      actor: person,
      act: 'person.sign-out',
      at: now,
      accountId: person.accountId,
      subject: { kind: 'person', id: person.id },
      mode: null,
      changes: { everywhere },
    });
  });
}
