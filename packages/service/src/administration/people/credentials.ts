import type { AuthenticatorTransportFuture } from '@simplewebauthn/server';
import type { Vault } from '../../secrets/vault.ts';
import type { Grant, Invitation, Person } from './person.ts';

/** A key on a device of a person that signs them in. */
export interface Passkey {
  /** Base64url, as the device names it. */
  readonly id: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  /** Signature counter of the last sign-in; 0 if the device does not count. */
  readonly counter: number;
  readonly transports: readonly AuthenticatorTransportFuture[];
  /** Name that the person gave it. */
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** When the last challenge was made that it answered: neither that one nor an older one is answered again. */
  readonly challengedAt: number;
}

/** Credentials that a person proves who they are by. */
export interface Credentials {
  /** In PHC string format. */
  readonly password: string;
  /** Base32; null: no authenticator app is set up. */
  readonly totp: string | null;
  /** Hashes of recovery codes that were not used, by {@link hashOfRecoveryCode}. */
  readonly recoveryCodes: readonly string[];
  readonly passkeys: readonly Passkey[];
}

/** Makes credentials without a second step. */
export function withPasswordAlone(password: string): Credentials {
  return { password, totp: null, recoveryCodes: [], passkeys: [] };
}

/** Tells whether the credentials have a second step. */
export function hasSecondStep(credentials: Credentials | null): boolean {
  return credentials !== null && (credentials.totp !== null || credentials.passkeys.length > 0);
}

/** Seals credentials for one person: a row that is put in the place of another's does not open. */
export function sealCredentials(vault: Vault, personId: string, credentials: Credentials): Uint8Array {
  const plain = Buffer.from(JSON.stringify(credentials), 'utf8');
  return keyOf(vault, personId).seal(plain, context);
}

/** @returns null where no password is set. @throws {SealBrokenError} when the row was changed. */
export function openCredentials(
  vault: Vault,
  person: Pick<Person, 'id' | 'credentials'>,
): Credentials | null {
  if (person.credentials === null) return null;
  const plain = keyOf(vault, person.id).open(person.credentials, context);
  const stored = JSON.parse(Buffer.from(plain).toString('utf8')) as Partial<Credentials>;
  return { ...withPasswordAlone(''), ...stored };
}

/** A hash by which a recovery code of a person is known again. */
export function hashOfRecoveryCode(vault: Vault, personId: string, code: string): string {
  return vault.keyedHash('admin-recovery-code', JSON.stringify([personId, code]));
}

/** A hash over the secret of a one-time link and all that the link grants. */
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

/** A hash over the secret in the cookie of a session, and the person it is of. */
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
