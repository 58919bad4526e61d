import { Refusal } from '../../../refusal.ts';
import { type Credentials, openCredentials, sealCredentials } from '../credentials.ts';
import type { PeopleServices } from '../people-services.ts';
import type { PeopleTransaction } from '../people-store.ts';
import type { AdminSession, Person } from '../person.ts';
import { knownDevice } from '../sign-in/check-password.ts';
import {
  type OpenedSession,
  openSession,
  type SignInMethod,
  type SignInOrigin,
} from '../sign-in/open-session.ts';
import { findSession } from '../sign-in/read-session.ts';
import { codeLimits, countAttempt } from './code-limits.ts';
import { withoutRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';

/**
 * Completes the second step of a sign-in with a code of the authenticator app or a recovery code. Ends the session that waited
 * for the code and opens a new one, so a cookie from before the code is never signed in.
 *
 * @param token - of the session that waits for the code; null: the browser has none.
 * @throws {Refusal} SESSION_EXPIRED if no session waits for a code; RATE_LIMITED; UNAUTHORIZED for a code that is wrong or
 *   already used.
 */
export async function enterCode(
  services: PeopleServices,
  { token, code }: { token: string | null; code: string },
  origin: SignInOrigin,
): Promise<OpenedSession> {
  const { store, clock, refused } = services;
  const outcome = await store.transact(async (transaction) => {
    const awaiting = await findAwaiting(services, transaction, token);
    if (awaiting === null) return { refusal: notAwaited(), personId: null };
    const { session, person, membership } = awaiting;
    const used = await tryCode(services, transaction, { person, code }, origin);
    if ('refusal' in used) return { ...used, personId: person.id };
    await transaction.updateSession(session.id, { endedAt: clock.now() });
    return openSession(services, transaction, { person: used.person, membership, origin }, used.method);
  });
  if (!('refusal' in outcome)) return outcome;
  await refused.note(origin.address, outcome.personId);
  throw outcome.refusal;
}

/**
 * Tries a code within the limits, and uses it up. Returns a refusal instead of throwing it: an error would roll back the
 * transaction and leave the wrong code uncounted.
 */
export async function tryCode(
  services: PeopleServices,
  transaction: PeopleTransaction,
  { person, code }: { person: Person; code: string },
  origin: SignInOrigin,
): Promise<{ person: Person; method: SignInMethod } | { refusal: Refusal }> {
  const limit = knownDevice(services, person, origin) ? 'codesFromDevices' : 'codesFromStrangers';
  const paidAt = countAttempt(person[limit], services.clock.now(), codeLimits[limit]);
  if (paidAt === null) return { refusal: tooManyTries(limit) };
  const used = useCode(services, person, code);
  const changes = used ? { ...used.changes, [limit]: null } : { [limit]: paidAt };
  await transaction.updatePerson(person.id, changes, services.clock.now());
  return used ? { person: { ...person, ...changes }, method: used.method } : { refusal: wrongCode() };
}

/** Finds the session that waits for a code, with its person and membership; null: none, or the person was removed since. */
async function findAwaiting(services: PeopleServices, transaction: PeopleTransaction, token: string | null) {
  const session: AdminSession | null =
    token === null ? null : await findSession(services, transaction, token);
  if (session?.stage !== 'code') return null;
  const person = await transaction.person(session.personId);
  const membership = await transaction.membership(session.accountId, session.personId);
  return person && membership && { session, person, membership };
}

/** Computes the changes to a person that use up a code; null: the code is wrong. */
function useCode(
  { vault, clock }: Pick<PeopleServices, 'vault' | 'clock'>,
  person: Person,
  typed: string,
): { changes: Partial<Pick<Person, 'totpStep' | 'credentials'>>; method: SignInMethod } | null {
  const credentials: Credentials | null = openCredentials(vault, person);
  if (credentials === null) return null;
  const code = typed.toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) {
    const times = { now: clock.now(), last: person.totpStep };
    const totpStep = credentials.totp === null ? null : findTotpStep(credentials.totp, code, times);
    return totpStep === null ? null : { changes: { totpStep }, method: 'totp' };
  }
  const codes = { personId: person.id, hashes: credentials.recoveryCodes };
  const recoveryCodes = withoutRecoveryCode(vault, codes, code);
  if (recoveryCodes === null) return null;
  const sealed = sealCredentials(vault, person.id, { ...credentials, recoveryCodes });
  return { changes: { credentials: sealed }, method: 'recovery-code' };
}

function notAwaited(): Refusal {
  return new Refusal('SESSION_EXPIRED', 'The sign-in took too long. Begin again with your password.');
}

function wrongCode(): Refusal {
  return new Refusal('UNAUTHORIZED', 'The code is wrong or was already used. Wait for the next one.');
}

function tooManyTries(limit: keyof typeof codeLimits): Refusal {
  return new Refusal('RATE_LIMITED', 'Too many wrong codes. Wait a moment, then try again.', [], {
    retryAfterSeconds: codeLimits[limit].seconds,
    limit: 'sign-in',
  });
}
