import type { Vault } from '../../../secrets/vault.ts';
import { createSecret, isSameHash } from '../one-time-secret.ts';
import type { Person } from '../person.ts';

/** How long a device is known by its cookie. */
export const deviceMs = 90 * 24 * 60 * 60_000;

/** Makes a cookie that identifies a device of an earlier sign-in. It authorizes nothing, and ends with the password. */
export function createDeviceToken(vault: Vault, person: Person): string {
  const device = createSecret();
  return `${device}.${macOf(vault, person, device)}`;
}

/** The device of a person that a cookie is of; null: of none. */
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
