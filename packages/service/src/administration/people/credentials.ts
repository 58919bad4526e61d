import type { AuthenticatorTransportFuture } from '@simplewebauthn/server';
import type { Vault } from '../../secrets/vault.ts';
import type { Grant, Invitation, Person } from './person.ts';

/** A passkey of a person, stored on one of their devices. */
export interface Passkey {
  /** Credential id in base64url, chosen by the device. */
  readonly id: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  /** Signature counter of the last sign-in; 0 if the device does not count. */
  readonly counter: number;
  readonly transports: readonly AuthenticatorTransportFuture[];
  /** Name given by the person. */
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Time of the last challenge that was answered, in ms since 1970. Answers to this challenge or an older one are refused. */
  readonly challengedAt: number;
}

/** Credentials by which a person proves their identity. */
export interface Credentials {
  /** In PHC string format. */
  readonly password: string;
  /** Base32; null: no authenticator app is set up. */
  readonly totp: string | null;
  /** Hashes of unused recovery codes, made by {@link hashOfRecoveryCode}. */
  readonly recoveryCodes: readonly string[];
  readonly passkeys: readonly Passkey[];
}

/** Makes credentials without a second step. */
export function withPasswordAlone(password: string): Credentials {
  return { password, totp: null, recoveryCodes: [], passkeys: [] };
}

/** Returns whether the credentials include a second step. */
export function hasSecondStep(credentials: Credentials | null): boolean {
  return credentials !== null && (credentials.totp !== null || credentials.passkeys.length > 0);
}

/** Seals credentials for one person: copied into the row of another person, they cannot be opened. */
export function sealCredentials(vault: Vault, personId: string, credentials: Credentials): Uint8Array {
  const plain = Buffer.from(JSON.stringify(credentials), 'utf8');
  return keyOf(vault, personId).seal(plain, context);
}

/**
 * Opens the sealed credentials of a person. @returns null if no password is set. @throws {SealBrokenError} if the row was
 * changed.
 */
export function openCredentials(
  vault: Vault,
  person: Pick<Person, 'id' | 'credentials'>,
): Credentials | null {
  if (person.credentials === null) return null;
  const plain = keyOf(vault, person.id).open(person.credentials, context);
  const stored = JSON.parse(Buffer.from(plain).toString('utf8')) as Partial<Credentials>;
  return { ...withPasswordAlone(''), ...stored };
}

/** Hashes a recovery code of a person. */
export function hashOfRecoveryCode(vault: Vault, personId: string, code: string): string {
  return vault.keyedHash('admin-recovery-code', JSON.stringify([personId, code]));
}

/** Hashes the secret of a one-time link together with everything that the link grants. */
export function hashOfInvitation(
  vault: Vault,
  invitation: Omit<Invitation, 'hash' | 'usedAt'>,
  secret: string,
): string {
  const { id, kind, personId, accountId, email, invitedBy, createdAt, expiresAt } = invitation;
  const members = [id, kind, personId, accountId, email, ...grantMembers(invitation)];
  return vault.keyedHash(
    'admin-invitation',
    JSON.stringify([...members, invitedBy, createdAt, expiresAt, secret]),
  );
}

/** Hashes the secret in a session cookie together with the person of the session. */
export function hashOfSession(
  vault: Vault,
  session: { readonly id: string; readonly personId: string; readonly stage: string },
  secret: string,
): string {
  return vault.keyedHash(
    'admin-session',
    JSON.stringify([session.id, session.personId, session.stage, secret]),
  );
}

function grantMembers({ role, modes, pictures }: Grant): readonly unknown[] {
  return [role, modes.join(','), pictures];
}

const context = 'credentials';

function keyOf(vault: Vault, personId: string) {
  return vault.derivedKey('admin-person', personId);
}
