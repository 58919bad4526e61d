import type { PersonActor } from '../../../access/actor.ts';
import { Refusal, refuseMember } from '../../../refusal.ts';
import { hasSecondStep, openCredentials, sealCredentials, withPasswordAlone } from '../credentials.ts';
import type { PeopleServices } from '../people-services.ts';
import type { Person } from '../person.ts';
import { checkPassword, refuseSharedPassword } from './check-password.ts';
import { endOtherSessions } from './end-session.ts';
import type { SignInOrigin } from './open-session.ts';
import { findPasswordFault, saltOf } from './passwords.ts';

/**
 * Changes the password of the signed-in person. Their second step stays; all their other sessions end, and their devices are no
 * longer recognised.
 *
 * @param current - the old password; not checked if the person has none.
 * @returns the person with the new password.
 * @throws {Refusal} as {@link checkPassword}; INVALID_REQUEST_BODY for a weak password, or one that another person with the
 *   same address has; TICKET_USED if the password was changed meanwhile.
 */
export async function changePassword(
  services: PeopleServices,
  actor: PersonActor,
  { current, chosen }: { current: string; chosen: string },
  origin: SignInOrigin,
): Promise<Person> {
  const { store, vault, clock, passwords } = services;
  const before = await store.person(actor.id);
  if (!before) throw new Refusal('UNAUTHORIZED', 'You are not signed in, or your session has ended.');
  if (before.credentials !== null)
    await checkPassword(services, { people: [before], named: before.email, password: current }, origin);
  const fault = findPasswordFault(chosen, before.email);
  if (fault !== null) throw refuseMember('INVALID_REQUEST_BODY', '/password', fault);
  await refuseSharedPassword(services, { email: before.email, self: before, password: chosen }, origin);
  const hash = await passwords.hash(chosen, saltOf(vault, before.email));
  return store.transact(async (transaction) => {
    const at = clock.now();
    const person = await transaction.person(actor.id);
    if (!person || person.credentialsAt !== before.credentialsAt)
      throw new Refusal('TICKET_USED', 'The password was changed in the meantime. Try again.');
    const credentials = openCredentials(vault, person) ?? withPasswordAlone(hash);
    const changes = {
      credentials: sealCredentials(vault, person.id, { ...credentials, password: hash }),
      // Device cookies are bound to this time, so two changes within one millisecond must differ.
      credentialsAt: Math.max(at, (person.credentialsAt ?? 0) + 1),
    };
    await transaction.updatePerson(person.id, changes, at);
    // With a second step, the password alone does not confirm the session.
    if (!hasSecondStep(credentials))
      await transaction.updateSession(actor.sessionId, { authenticatedAt: at });
    const ended = await endOtherSessions(transaction, actor, at);
    await transaction.record({
      actor,
      act: 'person.change',
      at,
      accountId: actor.accountId,
      subject: { kind: 'person', id: person.id },
      mode: null,
      changes: { newPassword: true, endedSessions: ended },
    });
    return { ...person, ...changes };
  });
}
