import type { PersonActor } from '../../access/actor.ts';
import type { PeopleServices } from './people-services.ts';

/** Changes the name that colleagues see beside decisions. The audit trail records that it changed, but not the names. */
export function changeOwnName(
  { store, clock }: Pick<PeopleServices, 'store' | 'clock'>,
  actor: PersonActor,
  name: string,
): Promise<void> {
  return store.transact(async (transaction) => {
    const at = clock.now();
    await transaction.updatePerson(actor.id, { name }, at);
    await transaction.record({
      actor,
      act: 'person.change',
      at,
      accountId: actor.accountId,
      subject: { kind: 'person', id: actor.id },
      mode: null,
      changes: { newName: true },
    });
  });
}
