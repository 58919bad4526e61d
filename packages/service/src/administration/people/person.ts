import type { Role } from '../../access/role.ts';
import type { KeyMode } from '../../accounts/api-key.ts';

/** A person who signs in to the Admin Panel, or is invited to it. */
export interface Person {
  readonly id: string;
  /**
   * E-mail address, normalised by {@link staffEmail}. It is not verified, so people invited by different accounts may have the
   * same address.
   */
  readonly email: string;
  /** Empty until the person accepts an invitation. */
  readonly name: string;
  readonly createdAt: number;
  /** Sealed {@link Credentials}; null: no password is set. */
  readonly credentials: Uint8Array | null;
  /** When the password was set, in ms since 1970. */
  readonly credentialsAt: number | null;
  /** Time step of the last accepted TOTP code. */
  readonly totpStep: number | null;
  /**
   * States of the limits on wrong codes, as returned by {@link countAttempt}: for unknown devices, and for devices on which the
   * person has signed in.
   */
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
  /** Written only by `noteSignIn`. */
  readonly lastSignInAt: number | null;
}

/**
 * `join`: the invited person joins as a new person or with an existing password. `reset`: a member is invited again, and
 * chooses a new password. `development`: the link signs in at once.
 */
export type InvitationKind = 'join' | 'reset' | 'development';

/** A one-time link to an account. */
export interface Invitation extends Grant {
  readonly id: string;
  readonly hash: string;
  readonly kind: InvitationKind;
  /** The member who is invited again; null: no member yet. A new person gets the id of the invitation. */
  readonly personId: string | null;
  readonly accountId: string;
  /** E-mail address, normalised by {@link staffEmail}. */
  readonly email: string;
  /** Actor who invited, as formatted by {@link nameOfActor}. */
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
  /** `code`: the password was right, and a code is still required. */
  readonly stage: 'open' | 'code';
  /** Network of the sign-in; null: unknown. */
  readonly network: string | null;
  /** IP address of the sign-in; null: unknown. */
  readonly address: string | null;
  /** Description of the browser, such as "Firefox on Linux"; null: unknown. */
  readonly browser: string | null;
  readonly createdAt: number;
  /** When a password or code was last entered, in ms since 1970. */
  readonly authenticatedAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}
