import { randomUUID } from 'node:crypto';
import type { PersonActor } from '../../../access/actor.ts';
import { hashOfSession, hasSecondStep, openCredentials } from '../credentials.ts';
import { createSecret, formatToken } from '../one-time-secret.ts';
import type { PeopleServices } from '../people-services.ts';
import type { PeopleTransaction } from '../people-store.ts';
import type { AdminSession, Membership, Person } from '../person.ts';

const minuteMs = 60_000;
/** Maximum duration of a session: in total, without activity, and while waiting for a code. */
export const sessionMs = { longest: 12 * 60 * minuteMs, idle: 30 * minuteMs, code: 5 * minuteMs } as const;

/** Origin of a sign-in. */
export interface SignInOrigin {
  readonly address: string | null;
  /** Network under which requests of the address are counted. */
  readonly network: string;
  /** Description of the browser; null: unknown. */
  readonly browser: string | null;
  /** Cookie of a known device. */
  readonly device: string | null;
}

/** A new session with its token. */
export interface OpenedSession {
  readonly session: AdminSession;
  /** Value of the cookie; returned only once. */
  readonly token: string;
  readonly person: Person;
}

/** Sign-in method, for the audit trail. */
export type SignInMethod = 'password' | 'totp' | 'recovery-code' | 'passkey' | 'link' | 'invitation';

/** Methods that count as both steps, not only the password. */
const twoSteps: readonly SignInMethod[] = ['totp', 'recovery-code', 'passkey'];

/**
 * Opens a session in an account, always under a new id, and records it. If the person has a second step and did not use it, the
 * session only waits for it.
 */
export async function openSession(
  { vault, clock }: Pick<PeopleServices, 'vault' | 'clock'>,
  transaction: PeopleTransaction,
  { person, membership, origin }: { person: Person; membership: Membership; origin: SignInOrigin },
  method: SignInMethod,
): Promise<OpenedSession> {
  const needsCode = !twoSteps.includes(method) && hasSecondStep(openCredentials(vault, person));
  const now = clock.now();
  const secret = createSecret();
  const named = { id: randomUUID(), personId: person.id, stage: needsCode ? 'code' : 'open' } as const;
  const session: AdminSession = {
    ...named,
    hash: hashOfSession(vault, named, secret),
    accountId: membership.accountId,
    network: origin.network,
    address: origin.address,
    browser: origin.browser,
    createdAt: now,
    authenticatedAt: now,
    lastSeenAt: now,
    expiresAt: now + (needsCode ? sessionMs.code : sessionMs.longest),
    endedAt: null,
  };
  await transaction.insertSession(session);
  if (!needsCode) {
    await transaction.noteSignIn(session.accountId, person.id, now);
    await transaction.record({
      actor: actorOf(session, membership, origin.address),
      act: 'person.sign-in',
      at: now,
      accountId: session.accountId,
      subject: { kind: 'person', id: person.id },
      mode: null,
      changes: { by: method },
    });
  }
  return { session, token: formatToken({ id: session.id, secret }), person };
}

/** Makes the actor of a session. */
export function actorOf(session: AdminSession, membership: Membership, address: string | null): PersonActor {
  const { role, modes, pictures } = membership;
  return {
    kind: 'person',
    id: session.personId,
    accountId: session.accountId,
    role,
    modes,
    pictures,
    sessionId: session.id,
    address,
  };
}
