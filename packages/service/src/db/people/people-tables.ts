/** A person who signs in to the Admin Panel, or is invited to it. */
export interface PeopleTable {
  id: string;
  /** Normalised for comparison. People invited by different accounts may have the same address. */
  email: string;
  /** Empty until they accept an invitation. */
  name: string;
  created_at: number;
  /** Password hash, TOTP secret, recovery codes and passkeys, encrypted; null: no password is set yet. */
  sealed_credentials: Uint8Array | null;
  credentials_at: number | null;
  /** The last time step whose code was accepted, so that no code works twice. */
  totp_step: number | null;
  /**
   * Time at which unknown devices have all attempts at codes again, in ms; null if no code was wrong since the last right one.
   */
  codes_from_strangers: number | null;
  /** The same for devices from which the person has signed in before. */
  codes_from_devices: number | null;
  /** How often it changed since it was inserted. */
  serial: number;
  /** Null: stored by an earlier version, and not sealed yet. */
  mac: string | null;
}

/** How the people of an account sign in; an account that never said so has no row. */
export interface SignInRulesTable {
  account_id: string;
  /** 1: they need a second step. */
  requires_second_step: number;
  serial: number;
  mac: string | null;
}

/** Rights of a person in an account. */
export interface MembershipsTable {
  account_id: string;
  person_id: string;
  role: string;
  /** `live`, `test`, or both with a comma between. */
  modes: string;
  /** 0 or 1. */
  pictures: number;
  created_at: number;
  last_sign_in_at: number | null;
  /** How often the audit trail says that it changed. */
  serial: number;
  mac: string;
}

/** One-time links. */
export interface InvitationsTable {
  id: string;
  /** HMAC over the secret of the link and what it grants. */
  hash: string;
  /** `join`, `reset` or `development`. */
  kind: string;
  account_id: string;
  /** In the form it is compared by. */
  email: string;
  /** The member of the account who is invited again; null for a new person. */
  person_id: string | null;
  role: string;
  modes: string;
  pictures: number;
  /** Name of the actor. */
  invited_by: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  serial: number;
  mac: string;
}

/** Sessions of the Admin Panel. */
export interface AdminSessionsTable {
  id: string;
  /** HMAC over the secret of the cookie and the person. */
  hash: string;
  person_id: string;
  account_id: string;
  /** `open`, or `code`: the password was right, and a code is awaited. */
  stage: string;
  /** Network that the sign-in came from. */
  network: string | null;
  /** Address that the sign-in came from, and the browser in words: for the person themselves. */
  address: string | null;
  browser: string | null;
  created_at: number;
  /** Time at which password or code was last entered. */
  authenticated_at: number;
  last_seen_at: number;
  expires_at: number;
  ended_at: number | null;
  serial: number;
  mac: string | null;
}
