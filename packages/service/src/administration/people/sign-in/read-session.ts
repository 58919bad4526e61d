import type { PersonActor } from '../../../access/actor.ts';
import { hashOfSession, hasSecondStep, openCredentials } from '../credentials.ts';
import { isSameHash, parseToken } from '../one-time-secret.ts';
import type { PeopleServices } from '../people-services.ts';
import type { PeopleReads } from '../people-store.ts';
import type { AdminSession, Person } from '../person.ts';
import { actorOf, sessionMs } from './open-session.ts';

/** Minimum time between two updates of the last activity. */
const notedMs = 60_000;

type Services = Pick<PeopleServices, 'store' | 'vault' | 'clock'>;

/**
 * Finds the person of a session cookie. Reads membership and role each time, so that changes apply to the next request.
 *
 * @param isActive - whether the request comes from the person, not from the panel's own polling.
 * @returns null if the session does not exist or has ended.
 */
export async function readSession(
  services: Services,
  token: string,
  { address, isActive }: { readonly address: string | null; readonly isActive: boolean },
): Promise<PersonActor | null> {
  const { store, clock } = services;
  const session = await findSession(services, store, token);
  if (session?.stage !== 'open') return null;
  const now = clock.now();
  const [person, membership] = await Promise.all([
    store.person(session.personId),
    store.membership(session.accountId, session.personId),
  ]);
  if (person === null || membership === null) return null;
  if (isActive && now - session.lastSeenAt >= notedMs)
    await store.transact((transaction) => transaction.updateSession(session.id, { lastSeenAt: now }));
  const mustAddSecondStep = await lacksSecondStep(services, session.accountId, person);
  return { ...actorOf(session, membership, address), ...(mustAddSecondStep && { mustAddSecondStep }) };
}

/**
 * Returns whether the account requires a second step that the person lacks. False for people without a password, as in {@link
 * requireRecentSignIn}.
 */
async function lacksSecondStep(
  { store, vault }: Pick<Services, 'store' | 'vault'>,
  accountId: string,
  person: Person,
): Promise<boolean> {
  if (person.credentials === null || !(await store.requiresSecondStep(accountId))) return false;
  return !hasSecondStep(openCredentials(vault, person));
}

/** Finds the session of a cookie, in either stage; null: unknown or ended. */
export async function findSession(
  { vault, clock }: Pick<Services, 'vault' | 'clock'>,
  reads: Pick<PeopleReads, 'session'>,
  token: string,
): Promise<AdminSession | null> {
  const parsed = parseToken(token);
  const session = parsed && (await reads.session(parsed.id));
  if (!session || !isSameHash(session.hash, hashOfSession(vault, session, parsed.secret))) return null;
  const now = clock.now();
  const isOver =
    session.endedAt !== null || now >= session.expiresAt || now - session.lastSeenAt >= sessionMs.idle;
  return isOver ? null : session;
}

/**
 * Derives the token that state-changing requests must send in a header. Another site cannot read it, which prevents cross-site
 * request forgery. It differs for each account, so that a page that shows one account cannot change another one after the
 * session was switched in another tab.
 */
export function requestTokenOf(
  { vault }: Pick<Services, 'vault'>,
  { sessionId, accountId }: Pick<PersonActor, 'sessionId' | 'accountId'>,
): string {
  return vault.keyedHash('admin-request', JSON.stringify([sessionId, accountId]));
}
