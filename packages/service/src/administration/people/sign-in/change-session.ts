import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { PersonActor } from '../../../access/actor.ts';
import { Refusal, refuseMember } from '../../../refusal.ts';
import { hasSecondStep, openCredentials } from '../credentials.ts';
import type { PeopleServices } from '../people-services.ts';
import { tryCode } from '../second-step/enter-code.ts';
import { type PasskeySite, takePasskey, verifyPasskey } from '../second-step/passkeys.ts';
import { checkPassword, wrongPassword } from './check-password.ts';
import { actorOf, type SignInOrigin } from './open-session.ts';

/**
 * Switches the session to another account of the person.
 *
 * @throws {Refusal} NOT_FOUND for an account that does not exist or that the person is not a member of; UNAUTHORIZED if the
 *   session has ended since the request began.
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
      throw new Refusal('NOT_FOUND', 'The person is not a member of an account with this id.');
    if (session.endedAt !== null)
      throw new Refusal('UNAUTHORIZED', 'You are not signed in, or your session has ended.');
    const at = clock.now();
    await transaction.updateSession(session.id, { accountId });
    await transaction.noteSignIn(accountId, person.id, at);
    await transaction.record({
      actor: actorOf({ ...session, accountId }, membership, person.address),
      act: 'person.sign-in',
      at,
      accountId,
      subject: { kind: 'person', id: person.id },
      mode: null,
      changes: { by: 'session' },
    });
  });
}

/** Proof of identity: the password and, if the person has one, the second step. */
export interface Confirmation {
  readonly password: string;
  /** Code of the authenticator app, or a recovery code. */
  readonly code?: string | undefined;
  /** Answer to a challenge of {@link beginPasskeySignIn}. */
  readonly passkey?: AuthenticationResponseJSON | undefined;
}

/**
 * Notes that the person has proved their identity again. With a second step, the password alone is not enough: otherwise a
 * session left open and a stolen password would suffice to remove the second step.
 *
 * @throws {Refusal} as {@link checkPassword}; INVALID_REQUEST_BODY at `/code` if the second step is missing; as {@link
 *   enterCode} for a wrong one.
 */
export async function confirmSession(
  services: PeopleServices,
  actor: PersonActor,
  { password, code, passkey }: Confirmation,
  site: PasskeySite,
  origin: SignInOrigin,
): Promise<void> {
  const { store, vault, clock, refused } = services;
  const person = await store.person(actor.id);
  const people = person ? [person] : [];
  const right = await checkPassword(services, { people, named: person?.email ?? actor.id, password }, origin);
  const answer = passkey ? await verifyPasskey(services, site, right, passkey) : null;
  const refusal = await store.transact(async (transaction) => {
    const current = await transaction.person(actor.id);
    if (current?.credentialsAt !== right.credentialsAt) return wrongPassword();
    if (hasSecondStep(openCredentials(vault, current))) {
      if (passkey) {
        if (!answer || !(await takePasskey(services, transaction, current.id, answer))) return wrongPasskey();
      } else {
        if (code === undefined) return secondStepMissing();
        const tried = await tryCode(services, transaction, { person: current, code }, origin);
        if ('refusal' in tried) return tried.refusal;
      }
    }
    await transaction.updateSession(actor.sessionId, { authenticatedAt: clock.now() });
    return null;
  });
  if (!refusal) return;
  if (refusal.code !== 'INVALID_REQUEST_BODY') await refused.note(origin.address, actor.id);
  throw refusal;
}

function secondStepMissing(): Refusal {
  return refuseMember(
    'INVALID_REQUEST_BODY',
    '/code',
    'is required, or a passkey, because you have set up a second step',
  );
}

function wrongPasskey(): Refusal {
  return new Refusal('UNAUTHORIZED', 'This passkey is not one of yours. Type a code instead.');
}
