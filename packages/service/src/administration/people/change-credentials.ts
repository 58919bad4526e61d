import type { PersonActor } from '../../access/actor.ts';
import type { AuditChanges } from '../../audit/audit-event.ts';
import { Refusal } from '../../refusal.ts';
import { type Credentials, hasSecondStep, openCredentials, sealCredentials } from './credentials.ts';
import type { PeopleServices } from './people-services.ts';
import type { Person } from './person.ts';
import { endOtherSessions } from './sign-in/end-session.ts';
import { requireRecentSignIn } from './sign-in/recent-sign-in.ts';

/** Services for changing sign-in methods. */
export type MethodServices = Pick<PeopleServices, 'store' | 'vault' | 'clock'>;

/** A change of a person's own credentials. */
export interface CredentialsChange<Result> {
  readonly credentials: Credentials;
  readonly totpStep?: number;
  /** For the audit trail. */
  readonly changes: AuditChanges;
  readonly result: Result;
}

/**
 * Changes the sign-in methods of the signed-in person, and records the change. `work` gets the stored state, so that two
 * concurrent changes are both kept. Setting up the first second step ends all other sessions, because they were opened without
 * one.
 *
 * @param work - computes the change; throws to refuse it.
 * @throws {Refusal} AUTHENTICATION_TOO_OLD; NO_PASSWORD if the person has no password, which must be set first.
 */
export function changeOwnCredentials<Result>(
  { store, vault, clock }: MethodServices,
  actor: PersonActor,
  work: (
    credentials: Credentials,
    person: Person,
  ) => CredentialsChange<Result> | Promise<CredentialsChange<Result>>,
): Promise<Result> {
  return store.transact(async (transaction) => {
    const at = clock.now();
    await requireRecentSignIn(transaction, actor, at);
    const person = await transaction.person(actor.id);
    const before = person && openCredentials(vault, person);
    if (!person || !before) throw new Refusal('NO_PASSWORD', 'Choose a password first.');
    const { credentials, totpStep, changes, result } = await work(before, person);
    const sealed = sealCredentials(vault, person.id, credentials);
    const changed = { credentials: sealed, ...(totpStep !== undefined && { totpStep }) };
    await transaction.updatePerson(person.id, changed, at);
    const isFirst = !hasSecondStep(before) && hasSecondStep(credentials);
    const endedSessions = isFirst ? await endOtherSessions(transaction, actor, at) : 0;
    await transaction.record({
      actor,
      act: 'person.change',
      at,
      accountId: actor.accountId,
      subject: { kind: 'person', id: person.id },
      mode: null,
      changes: { ...changes, ...(isFirst && { endedSessions }) },
    });
    return result;
  });
}
