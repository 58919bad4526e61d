import { randomBytes } from 'node:crypto';
import type { DataKey } from '../../secrets/vault.ts';

/** A secret that signs deliveries to an endpoint. */
export interface EndpointSecret {
  /** `whsec_` and 32 random bytes in base64. */
  readonly secret: string;
  /** End of its use; null until it is rotated. */
  readonly until: number | null;
}

/** Time in ms during which the old secret signs in addition to the new one. */
const rotationOverlapMs = 24 * 60 * 60 * 1000;

/** Maximum number of secrets that sign at a time. Each adds 47 bytes to a header. */
export const maxSecrets = 5;

export function createEndpointSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Returns the secrets after a rotation: the new one first, and the others, which expire within 24 hours. */
export function rotateSecrets(
  secrets: readonly EndpointSecret[],
  fresh: string,
  now: number,
): EndpointSecret[] {
  const end = now + rotationOverlapMs;
  const retiring = secretsInUse(secrets, now).map(({ secret, until }) => ({
    secret,
    until: Math.min(until ?? end, end),
  }));
  return [{ secret: fresh, until: null }, ...retiring];
}

/**
 * Returns the time from which an endpoint can get another secret, so that no secret stops signing before its day is over.
 *
 * @returns null if it can get one now.
 */
export function rotatableAt(secrets: readonly EndpointSecret[], now: number): number | null {
  const ends = secretsInUse(secrets, now).flatMap(({ until }) => (until === null ? [] : [until]));
  return ends.length < maxSecrets - 1 ? null : Math.min(...ends);
}

/** Filters the secrets that sign now. */
export function secretsInUse(secrets: readonly EndpointSecret[], now: number): EndpointSecret[] {
  return secrets.filter(({ until }) => until === null || now < until);
}

/** Encrypts secrets for storage with the endpoint's data key, bound to the endpoint. */
export function sealSecrets(
  key: DataKey,
  endpointId: string,
  secrets: readonly EndpointSecret[],
): Uint8Array {
  return key.seal(Buffer.from(JSON.stringify(secrets), 'utf8'), context(endpointId));
}

export function openSecrets(key: DataKey, endpointId: string, sealed: Uint8Array): EndpointSecret[] {
  return JSON.parse(Buffer.from(key.open(sealed, context(endpointId))).toString('utf8')) as EndpointSecret[];
}

function context(endpointId: string): string {
  return `webhook-endpoint/${endpointId}/secrets`;
}
