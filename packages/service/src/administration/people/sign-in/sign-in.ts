import type { PeopleServices } from '../people-services.ts';
import type { PeopleReads } from '../people-store.ts';
import type { Membership, Person } from '../person.ts';
import { staffEmail } from '../staff-email.ts';
import { checkPassword, wrongPassword } from './check-password.ts';
import { type OpenedSession, openSession, type SignInOrigin } from './open-session.ts';

/**
 * Signs a person in by e-mail address and password, to the account that they used last. If several people have the address, the
 * password identifies the person.
 *
 * @returns the session; if the person has a second step, the session waits for it.
 * @throws {Refusal} RATE_LIMITED; UNAUTHORIZED, the same for an unknown address, a wrong password and a person without an
 *   account.
 */
export async function signIn(
  services: PeopleServices,
  { email, password }: { email: string; password: string },
  origin: SignInOrigin,
): Promise<OpenedSession> {
  const address = staffEmail(email);
  const people = address === null ? [] : await services.store.peopleByEmail(address);
  const named = address ?? email.slice(0, 254);
  const person = await checkPassword(services, { people, named, password }, origin);
  const opened = await services.store.transact(async (transaction) => {
    // The password may have been changed, or the person removed, while the password was checked.
    const current = await transaction.person(person.id);
    const membership = await usualMembership(transaction, person);
    if (membership === null || current?.credentialsAt !== person.credentialsAt) return null;
    return openSession(services, transaction, { person: current, membership, origin }, 'password');
  });
  if (opened) return opened;
  await services.refused.note(origin.address, person.id);
  throw wrongPassword();
}

/** Returns the membership that a person used last, otherwise the oldest; null: none. */
export async function usualMembership(
  reads: Pick<PeopleReads, 'membershipsOf' | 'lastSession'>,
  person: Person,
): Promise<Membership | null> {
  const memberships = await reads.membershipsOf(person.id);
  const last = await reads.lastSession(person.id);
  return memberships.find(({ accountId }) => accountId === last?.accountId) ?? memberships[0] ?? null;
}
