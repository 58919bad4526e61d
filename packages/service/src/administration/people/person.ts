import type { Role } from '../../access/role.ts';
import type { KeyMode } from '../../accounts/api-key.ts';

/** A person who signs in to the Admin Panel, or is invited to it. */
export interface Person {
  readonly id: string;
  /**
   * E-mail address, normalised by {@link staffEmail}. It is not verified, so people invited by different accounts may have the
   * same.
   */
  readonly email: string;
  /** Empty until they accept an invitation. */
  readonly name: string;
  readonly createdAt: number;
  /** Sealed {@link Credentials}; null: no password is set. */
  readonly credentials: Uint8Array | null;
  /** When the password was set. */
  readonly credentialsAt: number | null;
  /** The last time step whose TOTP code was taken. */
  readonly totpStep: number | null;
  /** Limits of wrong codes, by {@link countAttempt}: of strangers, and of devices that the person has signed in by. */
  readonly codesFromStrangers: number | null;
  readonly codesFromDevices: number | null;
}

/** Rights of a person in an account. */
export interface Grant {
  readonly role: Role;
  readonly modes: readonly KeyMode[];
  readonly pictures: boolean;
}

export interface Membership extends Grant {
  readonly personId: string;
  readonly accountId: string;
  readonly createdAt: number;
  /** Written by `noteSignIn` alone. */
  readonly lastSignInAt: number | null;
}

/**
 * `join`: to an account, as a new person or as one who has a password here. `reset`: a member is invited again, and chooses a new
 * password. `development`: signs in at once.
 */
export type InvitationKind = 'join' | 'reset' | 'development';

/** A one-time link to an account. */
export interface Invitation extends Grant {
  readonly id: string;
  readonly hash: string;
  readonly kind: InvitationKind;
  /** The member who is invited again; null: nobody yet. A new person gets the id of the invitation. */
  readonly personId: string | null;
  readonly accountId: string;
  /** E-mail address, normalised by {@link staffEmail}. */
  readonly email: string;
  /** Name of the actor who invited. */
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

export interface AdminSession {
  readonly id: string;
  readonly hash: string;
  readonly personId: string;
  readonly accountId: string;
  /** `code`: the password was right, and a code is awaited. */
  readonly stage: 'open' | 'code';
  /** Network that the sign-in came from; null: not known. */
  readonly network: string | null;
  /** Address that the sign-in came from; null: not known. */
  readonly address: string | null;
  /** Words for the browser, such as "Firefox on Linux"; null: not known. */
  readonly browser: string | null;
  readonly createdAt: number;
  /** When password or code was last given. */
  readonly authenticatedAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}
