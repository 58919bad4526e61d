/** A person who signs in to the Admin Panel, or is invited to it. */
export interface PeopleTable {
  id: string;
  /** Normalised for comparison. People invited by different accounts may have the same address. */
  email: string;
  /** Empty until the person accepts an invitation. */
  name: string;
  created_at: number;
  /** Password hash, TOTP secret, recovery codes and passkeys, encrypted; null if no password is set yet. */
  sealed_credentials: Uint8Array | null;
  /** Time at which the password was set; device cookies are bound to it. */
  credentials_at: number | null;
  /** The time step of the last accepted code, so that no code works twice. */
  totp_step: number | null;
  /**
   * Time at which unknown devices have all attempts at codes again, in ms; null if no code was wrong since the last correct
   * one.
   */
  codes_from_strangers: number | null;
  /** The same for devices from which the person has signed in before. */
  codes_from_devices: number | null;
  /** Number of changes since it was inserted. */
  serial: number;
  /** Null if an earlier version stored the row and it is not sealed yet. */
  mac: string | null;
}

/** Rules for how the people of an account sign in. An account that never set a rule has no row. */
export interface SignInRulesTable {
  account_id: string;
  /** 1 if a second step is required, otherwise 0. */
  requires_second_step: number;
  serial: number;
  mac: string | null;
}

/** Rights of a person in an account. */
export interface MembershipsTable {
  account_id: string;
  person_id: string;
  role: string;
  /** `live`, `test`, or both separated by a comma. */
  modes: string;
  /** 0 or 1: whether the person may see captures. */
  pictures: number;
  created_at: number;
  last_sign_in_at: number | null;
  /** Number of changes according to the audit trail. */
  serial: number;
  mac: string;
}

/** One-time links of the Admin Panel. */
export interface InvitationsTable {
  id: string;
  /** HMAC over the secret of the link and the rights that it grants. */
  hash: string;
  /** `join`, `reset` or `development`. */
  kind: string;
  account_id: string;
  /** Normalised for comparison. */
  email: string;
  /** The existing member who is invited again; null for a new person. */
  person_id: string | null;
  role: string;
  modes: string;
  pictures: number;
  /** The actor, in the form of `nameOfActor`. */
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
  /** `open`, or `code`: the password was correct, and a code is expected. */
  stage: string;
  /** Network from which the person signed in. */
  network: string | null;
  /** IP address and browser of the sign-in, shown to the person. */
  address: string | null;
  browser: string | null;
  created_at: number;
  /** Time at which a password or code was last entered. */
  authenticated_at: number;
  last_seen_at: number;
  expires_at: number;
  ended_at: number | null;
  serial: number;
  mac: string | null;
}
