import type { PersonActor } from '../../../access/actor.ts';
import { Refusal, refuseMember } from '../../../refusal.ts';
import { SealBrokenError } from '../../../secrets/sealed-box.ts';
import { changeOwnCredentials, type MethodServices } from '../change-credentials.ts';
import { type Credentials, hasSecondStep } from '../credentials.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createTotpSecret, findTotpStep, totpAddress } from './totp.ts';

/** How long a shown secret can be confirmed. */
const setUpMs = 15 * 60_000;

/** An authenticator app during set-up. Nothing is stored until a code confirms it. */
export interface AppSetUp {
  /** Secret in Base32, shown only once. */
  readonly secret: string;
  /** The secret for a QR code: `otpauth://…`. */
  readonly address: string;
  /** The secret, sealed for this session; to be sent back with the code. */
  readonly setUp: string;
}

/** Starts the set-up of an authenticator app. @param issuer - shown in the app. */
export async function beginAuthenticatorApp(
  { store, vault, clock }: MethodServices,
  actor: PersonActor,
  issuer: string,
): Promise<AppSetUp> {
  const person = await store.person(actor.id);
  const secret = createTotpSecret();
  const plain = Buffer.from(JSON.stringify({ secret, until: clock.now() + setUpMs }), 'utf8');
  return {
    secret,
    address: totpAddress(secret, { issuer, label: person?.email ?? actor.id }),
    setUp: Buffer.from(keyOf(vault, actor).seal(plain, context)).toString('base64url'),
  };
}

/**
 * Stores an authenticator app once a code proves that it has the secret. Replaces the previous one.
 *
 * @returns recovery codes if the person had no second step before; null: the old ones stay.
 * @throws {Refusal} INVALID_REQUEST_BODY for a set-up that is too old or from another session, and for a wrong code; as {@link
 *   changeOwnCredentials}.
 */
export function confirmAuthenticatorApp(
  services: MethodServices,
  actor: PersonActor,
  { setUp, code }: { setUp: string; code: string },
): Promise<readonly string[] | null> {
  const { vault, clock } = services;
  return changeOwnCredentials(services, actor, (before, person) => {
    const secret = openSetUp(services, actor, setUp);
    const times = { now: clock.now(), last: null };
    const totpStep = findTotpStep(secret, code.replace(/[\s-]/g, ''), times);
    if (totpStep === null)
      throw refuseMember(
        'INVALID_REQUEST_BODY',
        '/code',
        'is not the current code of the app. Check that the clock of the device is right',
      );
    const made = hasSecondStep(before) ? null : createRecoveryCodes(vault, person.id);
    return {
      credentials: { ...before, totp: secret, ...(made && { recoveryCodes: made.hashes }) },
      totpStep,
      changes: { authenticatorApp: [before.totp !== null, true] },
      result: made?.codes ?? null,
    };
  });
}

/** Removes the authenticator app of the signed-in person. @throws {Refusal} as {@link changeOwnCredentials}. */
export function removeAuthenticatorApp(services: MethodServices, actor: PersonActor): Promise<void> {
  return changeOwnCredentials(services, actor, (before) => ({
    credentials: withoutUselessCodes({ ...before, totp: null }),
    changes: { authenticatorApp: [before.totp !== null, false] },
    result: undefined,
  }));
}

/**
 * Makes ten new recovery codes, which replace the old ones. @throws {Refusal} NOT_FOUND without a second step; as {@link
 * changeOwnCredentials}.
 */
export function renewRecoveryCodes(services: MethodServices, actor: PersonActor): Promise<readonly string[]> {
  return changeOwnCredentials(services, actor, (before, person) => {
    if (!hasSecondStep(before))
      throw new Refusal('NOT_FOUND', 'Set up a second step before you create recovery codes.');
    const { codes, hashes } = createRecoveryCodes(services.vault, person.id);
    return {
      credentials: { ...before, recoveryCodes: hashes },
      changes: { recoveryCodes: [before.recoveryCodes.length, hashes.length] },
      result: codes,
    };
  });
}

/** Removes recovery codes if no second step is left for them to replace. */
export function withoutUselessCodes(credentials: Credentials): Credentials {
  return hasSecondStep(credentials) ? credentials : { ...credentials, recoveryCodes: [] };
}

const context = 'totp-set-up';

function keyOf(vault: MethodServices['vault'], { sessionId }: PersonActor) {
  return vault.derivedKey('admin-totp-set-up', sessionId);
}

function openSetUp({ vault, clock }: MethodServices, actor: PersonActor, setUp: string): string {
  try {
    const plain = keyOf(vault, actor).open(Buffer.from(setUp, 'base64url'), context);
    const { secret, until } = JSON.parse(Buffer.from(plain).toString('utf8'));
    if (clock.now() < until) return secret;
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
  }
  throw refuseMember('INVALID_REQUEST_BODY', '/setUp', 'has expired, or is of another session. Begin again');
}
