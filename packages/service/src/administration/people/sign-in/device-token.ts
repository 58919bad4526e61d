import type { Vault } from '../../../secrets/vault.ts';
import { createSecret, isSameHash } from '../one-time-secret.ts';
import type { Person } from '../person.ts';

/** How long a device is recognised by its cookie. */
export const deviceMs = 90 * 24 * 60 * 60_000;

/**
 * Makes a cookie that identifies a device on which the person has signed in. It authorizes nothing, and becomes invalid when
 * the password changes.
 */
export function createDeviceToken(vault: Vault, person: Person): string {
  const device = createSecret();
  return `${device}.${macOf(vault, person, device)}`;
}

/** Reads the device from a person's device cookie; null: not a cookie of this person. */
export function readDeviceToken(
  vault: Vault,
  person: Pick<Person, 'id' | 'credentialsAt'>,
  token: string | null,
): string | null {
  const [, device, mac] = /^([\w-]{43})\.([\w-]{43})$/.exec(token ?? '') ?? [];
  if (device === undefined || mac === undefined) return null;
  return isSameHash(mac, macOf(vault, person, device)) ? device : null;
}

function macOf(vault: Vault, { id, credentialsAt }: Pick<Person, 'id' | 'credentialsAt'>, device: string) {
  return vault.keyedHash('admin-device', JSON.stringify([id, credentialsAt, device]));
}
