import type { Actor } from '../../access/actor.ts';
import { requireAct } from '../../access/find-obstacle.ts';
import { Refusal } from '../../refusal.ts';
import type { PersonPlace } from './change-person.ts';
import { hasSecondStep, openCredentials, sealCredentials, withPasswordAlone } from './credentials.ts';
import { isMemberHereAlone } from './invitations/invite-person.ts';
import type { PeopleServices } from './people-services.ts';
import type { PeopleTransaction } from './people-store.ts';
import type { Membership } from './person.ts';
import { refuseChangedRights } from './refuse-changed-rights.ts';
import { refuseStrongerPerson } from './refuse-more-rights.ts';
import { requireRecentSignIn } from './sign-in/recent-sign-in.ts';

type Services = Pick<PeopleServices, 'store' | 'vault' | 'clock'>;

/**
 * Ends all sessions of a person, also those that are switched to another account: they could be switched back. Each account
 * learns from its audit trail how many of its own ended.
 *
 * @throws {Refusal} NOT_FOUND, also for people of other accounts.
 */
export function endSessionsOf(services: Services, actor: Actor, place: PersonPlace): Promise<void> {
  const { accountId, personId } = place;
  requireAct(actor, 'person.change', { accountId });
  return services.store.transact(async (transaction) => {
    await refuseChangedRights(transaction, actor);
    await requireMember(transaction, place);
    const at = services.clock.now();
    const ended = await transaction.endSessions(personId, at);
    for (const account of new Set([accountId, ...ended.keys()]))
      await transaction.record({
        actor,
        act: 'person.sign-out',
        at,
        accountId: account,
        subject: { kind: 'person', id: personId },
        mode: null,
        changes: { everywhere: true, endedSessions: ended.get(account) ?? 0 },
      });
  });
}

/**
 * Removes the authenticator app, recovery codes and passkeys of a person who has lost them. Their password stays; all their
 * sessions end.
 *
 * @throws {Refusal} NOT_FOUND, also for people of other accounts; AUTHENTICATION_TOO_OLD; FORBIDDEN if the person has a right
 *   that the actor lacks, or is also a member of another account, whose owners rely on the second step. An operator may reset
 *   it even then.
 */
export function resetSecondStep(services: Services, actor: Actor, place: PersonPlace): Promise<void> {
  const { store, vault, clock } = services;
  const { accountId, personId } = place;
  requireAct(actor, 'person.change', { accountId });
  return store.transact(async (transaction) => {
    const at = clock.now();
    await requireRecentSignIn(transaction, actor, at);
    const member = await requireMember(transaction, place);
    refuseStrongerPerson(actor, member);
    if (actor.kind !== 'operator' && !(await isMemberHereAlone(transaction, personId, accountId)))
      throw new Refusal(
        'FORBIDDEN',
        'This person is also a member of another account. Ask the operator of the service.',
      );
    const person = await transaction.person(personId);
    const credentials = person && openCredentials(vault, person);
    if (!credentials || !hasSecondStep(credentials))
      throw new Refusal('NOT_FOUND', 'This person has no second step.');
    const reset = {
      credentials: sealCredentials(vault, personId, withPasswordAlone(credentials.password)),
      totpStep: null,
      codesFromStrangers: null,
      codesFromDevices: null,
    };
    await transaction.updatePerson(personId, reset, at);
    await transaction.endSessions(personId, at);
    await transaction.record({
      actor,
      act: 'person.change',
      at,
      accountId,
      subject: { kind: 'person', id: personId },
      mode: null,
      changes: { secondStep: [true, false] },
    });
  });
}

async function requireMember(
  transaction: PeopleTransaction,
  { accountId, personId }: PersonPlace,
): Promise<Membership> {
  const member = await transaction.membership(accountId, personId);
  if (member) return member;
  throw new Refusal('NOT_FOUND', 'There is no such person in this account.');
}
