import type { PersonActor } from '../../access/actor.ts';
import { openCredentials, type Passkey } from './credentials.ts';
import type { PeopleServices } from './people-services.ts';
import type { AccountName } from './people-store.ts';
import type { AdminSession } from './person.ts';
import { sessionMs } from './sign-in/open-session.ts';

/** A person's own account: their sign-in methods and open sessions. */
export interface OwnAccount {
  readonly name: string;
  readonly email: string;
  readonly hasPassword: boolean;
  readonly hasAuthenticatorApp: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: readonly Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>[];
  /** The person's accounts that require a second step. */
  readonly requiredBy: readonly AccountName[];
  /** Newest first. */
  readonly sessions: readonly (Pick<
    AdminSession,
    'id' | 'address' | 'browser' | 'createdAt' | 'lastSeenAt'
  > & { readonly isCurrent: boolean })[];
}

/** Shows the account of the signed-in person. */
export async function showOwnAccount(
  { store, vault, clock }: Pick<PeopleServices, 'store' | 'vault' | 'clock'>,
  actor: PersonActor,
): Promise<OwnAccount> {
  const now = clock.now();
  const [person, sessions, memberships] = await Promise.all([
    store.person(actor.id),
    store.sessionsOf(actor.id, now),
    store.membershipsOf(actor.id),
  ]);
  const credentials = person && openCredentials(vault, person);
  const requiring = await Promise.all(
    memberships.map(async ({ accountId }) =>
      (await store.requiresSecondStep(accountId)) ? store.account(accountId) : null,
    ),
  );
  return {
    name: person?.name ?? '',
    email: person?.email ?? '',
    hasPassword: credentials !== null,
    hasAuthenticatorApp: credentials !== null && credentials.totp !== null,
    recoveryCodesLeft: credentials?.recoveryCodes.length ?? 0,
    passkeys: (credentials?.passkeys ?? []).map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt,
      lastUsedAt,
    })),
    requiredBy: requiring.filter((account) => account !== null),
    sessions: sessions
      .filter(({ stage, lastSeenAt }) => stage === 'open' && now - lastSeenAt < sessionMs.idle)
      .map(({ id, address, browser, createdAt, lastSeenAt }) => ({
        id,
        address,
        browser,
        createdAt,
        lastSeenAt,
        isCurrent: id === actor.sessionId,
      })),
  };
}
