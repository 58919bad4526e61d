import { randomBytes } from 'node:crypto';
import type { DataKey } from '../../secrets/vault.ts';

/** A secret that signs deliveries to an endpoint. */
export interface EndpointSecret {
  /** `whsec_` and 32 random bytes in base64. */
  readonly secret: string;
  /** Signs until then; null: until it is rotated. */
  readonly until: number | null;
}

/** How long the old secret signs beside the new one. */
const rotationOverlapMs = 24 * 60 * 60 * 1000;

/** How many sign at a time: each adds 47 bytes to a header that receivers read whole. */
export const mostSecrets = 5;

export function createEndpointSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The secrets after a rotation: the fresh one first, the others for 24 hours more. */
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
 * When an endpoint may have another secret: none of those that sign is taken from a receiver before its day is over.
 *
 * @returns null: now.
 */
export function rotatableAt(secrets: readonly EndpointSecret[], now: number): number | null {
  const ends = secretsInUse(secrets, now).flatMap(({ until }) => (until === null ? [] : [until]));
  return ends.length < mostSecrets - 1 ? null : Math.min(...ends);
}

/** The secrets that sign at this moment. */
export function secretsInUse(secrets: readonly EndpointSecret[], now: number): EndpointSecret[] {
  return secrets.filter(({ until }) => until === null || now < until);
}

/** The secrets as they are stored: sealed with the endpoint's data key and bound to the endpoint. */
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
