import type { PersonActor } from '../../access/actor.ts';
import { Refusal } from '../../refusal.ts';
import { checkPassword } from './check-password.ts';
import { actorOf, type SignInOrigin } from './open-session.ts';
import type { PeopleServices } from './people-services.ts';

/**
 * Goes on in another account of the person.
 *
 * @throws {Refusal} NOT_FOUND, the same for an account that does not exist and one that they are no member of.
 */
export function chooseAccount(
  { store, clock }: Pick<PeopleServices, 'store' | 'clock'>,
  person: PersonActor,
  accountId: string,
): Promise<void> {
  return store.transact(async (transaction) => {
    const membership = await transaction.membership(accountId, person.id);
    const session = await transaction.session(person.sessionId);
    if (!membership || !session)
      throw new Refusal('NOT_FOUND', 'The person is a member of no account of this id.');
    await transaction.updateSession(session.id, { accountId });
    await transaction.record({
      actor: actorOf({ ...session, accountId }, membership, person.address),
      act: 'person.sign-in',
      at: clock.now(),
      accountId,
      subject: { kind: 'person', id: person.id },
      mode: null,
      changes: { by: 'session' },
    });
  });
}

/**
 * Notes that the person has given their password again.
 *
 * @throws {Refusal} as {@link checkPassword}.
 */
export async function confirmPassword(
  services: PeopleServices,
  actor: PersonActor,
  password: string,
  origin: SignInOrigin,
): Promise<void> {
  const person = await services.store.person(actor.id);
  const people = person ? [person] : [];
  await checkPassword(services, { people, named: person?.email ?? actor.id, password }, origin);
  const changes = { authenticatedAt: services.clock.now() };
  await services.store.transact((transaction) => transaction.updateSession(actor.sessionId, changes));
}
