import { Secret, TOTP } from 'otpauth';

/** Accepted clock drift, in time steps before or after the current one. */
const window = 1;
const periodSeconds = 30;
const secretBytes = 20;

/** Makes a secret for an authenticator app: base32, 160 bits (RFC 4226, section 4). */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/**
 * Builds the address that authenticator apps read from a QR code. @param names - shown in the app: the product, and the person.
 */
export function totpAddress(secret: string, names: { issuer: string; label: string }): string {
  return totpOf(secret, names).toString();
}

/**
 * Finds the time step of a code, within one step of the clock.
 *
 * @param last - time step of the last accepted code. Codes of this step or earlier are refused.
 * @returns null for a code that is wrong or already used.
 */
export function findTotpStep(
  secret: string,
  code: string,
  { now, last }: { now: number; last: number | null },
): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window });
  if (delta === null) return null;
  const step = Math.floor(now / 1000 / periodSeconds) + delta;
  return last !== null && step <= last ? null : step;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds });
}
