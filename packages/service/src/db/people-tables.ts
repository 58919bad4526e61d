/** Somebody who signs in to the Admin Panel, or is invited to. */
export interface PeopleTable {
  id: string;
  /** In the form it is compared by. */
  email: string;
  /** Empty until they accept an invitation. */
  name: string;
  created_at: number;
  /** Password hash, TOTP secret, recovery codes and passkeys, encrypted; null: no password is set yet. */
  sealed_credentials: Uint8Array | null;
  credentials_at: number | null;
  /** The last time step whose code was taken, so that none counts twice. */
  totp_step: number | null;
  /** When the last code that strangers tried is paid off, in ms; null: none was wrong since the last right one. */
  codes_from_strangers: number | null;
  /** The same of devices that the person has signed in by. */
  codes_from_devices: number | null;
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
  /** HMAC over the columns above: nobody without the master key grants a role. */
  mac: string;
  created_at: number;
  last_sign_in_at: number | null;
}

/** One-time links. */
export interface InvitationsTable {
  id: string;
  /** HMAC over the secret of the link and what it grants. */
  hash: string;
  /** `join`, `reset` or `development`. */
  kind: string;
  person_id: string;
  account_id: string;
  role: string;
  modes: string;
  pictures: number;
  /** Name of the actor. */
  invited_by: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
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
  /** When password or code was last given. */
  authenticated_at: number;
  last_seen_at: number;
  expires_at: number;
  ended_at: number | null;
}
