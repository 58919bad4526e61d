import { Secret, TOTP } from 'otpauth';

/** Steps of the clock that a code may lie before or after. */
const window = 1;
const periodSeconds = 30;
const secretBytes = 20;

/** A new secret of an authenticator app: base32, 160 bits (RFC 4226, section 4). */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that authenticator apps read from a QR code. @param names - shown in the app: the product, and the person. */
export function totpAddress(secret: string, names: { issuer: string; label: string }): string {
  return totpOf(secret, names).toString();
}

/**
 * Finds the time step that a code is of, within one step of the clock.
 *
 * @param last - the last step whose code was taken: it is not taken again, nor is an earlier one.
 * @returns null for a wrong code, or one that was used.
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
