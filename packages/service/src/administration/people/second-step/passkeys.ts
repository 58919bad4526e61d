import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { PersonActor } from '../../../access/actor.ts';
import { Refusal, refuseMember } from '../../../refusal.ts';
import { changeOwnCredentials, type MethodServices } from '../change-credentials.ts';
import { hasSecondStep, openCredentials, type Passkey, sealCredentials } from '../credentials.ts';
import type { PeopleServices } from '../people-services.ts';
import type { PeopleTransaction } from '../people-store.ts';
import type { Person } from '../person.ts';
import { type OpenedSession, openSession, type SignInOrigin } from '../sign-in/open-session.ts';
import { usualMembership } from '../sign-in/sign-in.ts';
import { withoutUselessCodes } from './authenticator-app.ts';
import { createChallenge, readChallenge } from './passkey-challenges.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

/** The site to which passkeys are bound. */
export interface PasskeySite {
  /** Shown by browsers. */
  readonly name: string;
  /** Origin of the Admin Panel, by which browsers bind passkeys to it. */
  readonly origin: string;
}

/** Loaded on first use, because it is large. */
const webauthn = () => import('@simplewebauthn/server');

/** Maximum number of passkeys per person; more than anybody has devices. */
const maxPasskeys = 20;

/** Starts adding a passkey: returns the options for the browser. */
export async function beginPasskey(
  { store, vault, clock }: MethodServices,
  actor: PersonActor,
  site: PasskeySite,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const person = await store.person(actor.id);
  const known = (person && openCredentials(vault, person)?.passkeys) ?? [];
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: new URL(site.origin).hostname,
    userID: Buffer.from(actor.id, 'utf8'),
    userName: person?.email ?? actor.id,
    userDisplayName: person?.name ?? '',
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
  });
  return { ...options, challenge: createChallenge(vault, purposeOf(actor), clock.now()) };
}

/**
 * Stores a new passkey of the signed-in person.
 *
 * @returns recovery codes if the person had no second step before; null: the old ones stay.
 * @throws {Refusal} INVALID_REQUEST_BODY for an answer to another challenge, from another site, or of a passkey that is already
 *   stored; as {@link changeOwnCredentials}.
 */
export async function addPasskey(
  services: MethodServices,
  actor: PersonActor,
  site: PasskeySite,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<readonly string[] | null> {
  const { vault, clock } = services;
  const { verifyRegistrationResponse } = await webauthn();
  const isAwaited = (challenge: string) =>
    readChallenge(vault, purposeOf(actor), challenge, clock.now()) !== null;
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: isAwaited,
    ...expectedOf(site),
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw refuseMember('INVALID_REQUEST_BODY', '/response', 'is not a new passkey');
  const { id, publicKey, counter } = registrationInfo.credential;
  return changeOwnCredentials(services, actor, (before, person) => {
    if (before.passkeys.some((passkey) => passkey.id === id) || before.passkeys.length >= maxPasskeys)
      throw refuseMember('INVALID_REQUEST_BODY', '/response', 'is not a new passkey');
    const passkey: Passkey = {
      id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: registrationInfo.credential.transports ?? [],
      name,
      createdAt: clock.now(),
      lastUsedAt: null,
      challengedAt: 0,
    };
    const made = hasSecondStep(before) ? null : createRecoveryCodes(vault, person.id);
    return {
      credentials: {
        ...before,
        passkeys: [...before.passkeys, passkey],
        ...(made && { recoveryCodes: made.hashes }),
      },
      changes: { passkeys: [before.passkeys.length, before.passkeys.length + 1] },
      result: made?.codes ?? null,
    };
  });
}

/** Removes a passkey. @throws {Refusal} NOT_FOUND, also for those of other people; as {@link changeOwnCredentials}. */
export function removePasskey(services: MethodServices, actor: PersonActor, id: string): Promise<void> {
  return changeOwnCredentials(services, actor, (before) => {
    const passkeys = before.passkeys.filter((passkey) => passkey.id !== id);
    if (passkeys.length === before.passkeys.length)
      throw new Refusal('NOT_FOUND', 'There is no such passkey.');
    return {
      credentials: withoutUselessCodes({ ...before, passkeys }),
      changes: { passkeys: [before.passkeys.length, passkeys.length] },
      result: undefined,
    };
  });
}

/** Starts a sign-in by passkey without naming a person: the browser offers the passkeys that it has for the site. */
export async function beginPasskeySignIn(
  { vault, clock }: Pick<PeopleServices, 'vault' | 'clock'>,
  site: PasskeySite,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: new URL(site.origin).hostname,
    userVerification: 'required',
  });
  return { ...options, challenge: createChallenge(vault, signInPurpose, clock.now()) };
}

/**
 * Signs in by a passkey, which counts as both steps, because the device has verified the user. @throws {Refusal} UNAUTHORIZED
 * for every fault.
 */
export async function signInByPasskey(
  services: PeopleServices,
  site: PasskeySite,
  response: AuthenticationResponseJSON,
  origin: SignInOrigin,
): Promise<OpenedSession> {
  const { store, refused } = services;
  const personId = Buffer.from(response.response.userHandle ?? '', 'base64url').toString('utf8');
  const found = await store.person(personId);
  const answer = found && (await verifyPasskey(services, site, found, response));
  const opened =
    answer &&
    (await store.transact(async (transaction) => {
      const person = await takePasskey(services, transaction, personId, answer);
      const membership = person && (await usualMembership(transaction, person));
      if (!person || !membership) return null;
      return openSession(services, transaction, { person, membership, origin }, 'passkey');
    }));
  if (opened) return opened;
  await refused.note(origin.address, found?.id ?? null);
  throw new Refusal('UNAUTHORIZED', 'This passkey cannot be used here. Sign in with your password.');
}

/** Passkey that gave a verified answer, with the counter and challenge time of that answer. */
export type PasskeyAnswer = Pick<Passkey, 'id' | 'counter' | 'challengedAt'>;

/**
 * Uses up the answer of a passkey.
 *
 * @returns the changed person; null: the passkey was removed meanwhile, or has already answered this challenge or a later one.
 */
export async function takePasskey(
  { vault, clock }: Pick<PeopleServices, 'vault' | 'clock'>,
  transaction: PeopleTransaction,
  personId: string,
  answer: PasskeyAnswer,
): Promise<Person | null> {
  const person = await transaction.person(personId);
  const credentials = person && openCredentials(vault, person);
  const passkey = credentials?.passkeys.find(({ id }) => id === answer.id);
  if (!credentials || !passkey || !isNewer(passkey, answer)) return null;
  const now = clock.now();
  const used: Passkey = { ...passkey, ...answer, lastUsedAt: now };
  const passkeys = credentials.passkeys.map((other) => (other.id === used.id ? used : other));
  const changes = { credentials: sealCredentials(vault, person.id, { ...credentials, passkeys }) };
  await transaction.updatePerson(person.id, changes, now);
  return { ...person, ...changes };
}

/** Verifies a passkey's answer to a challenge of {@link beginPasskeySignIn}; null: it is wrong. */
export async function verifyPasskey(
  { vault, clock }: PeopleServices,
  site: PasskeySite,
  person: Person,
  response: AuthenticationResponseJSON,
): Promise<PasskeyAnswer | null> {
  const passkey = openCredentials(vault, person)?.passkeys.find(({ id }) => id === response.id);
  if (!passkey) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  let challengedAt: number | null = null;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => {
      challengedAt = readChallenge(vault, signInPurpose, challenge, clock.now());
      return challengedAt !== null;
    },
    credential: {
      id: passkey.id,
      publicKey: Buffer.from(passkey.publicKey, 'base64url'),
      counter: passkey.counter,
      transports: [...passkey.transports],
    },
    ...expectedOf(site),
  }).catch(() => null);
  if (!verified?.verified || challengedAt === null) return null;
  return { id: passkey.id, counter: verified.authenticationInfo.newCounter, challengedAt };
}

/**
 * Returns whether an answer is new: its challenge is later than the last one, and its counter, if the device has one, is
 * higher.
 */
function isNewer(passkey: Passkey, { counter, challengedAt }: PasskeyAnswer): boolean {
  const isCounted = counter > 0 || passkey.counter > 0;
  return challengedAt > passkey.challengedAt && (!isCounted || counter > passkey.counter);
}

function expectedOf({ origin }: PasskeySite) {
  return {
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
  };
}

const signInPurpose = 'sign-in';

function purposeOf({ sessionId }: PersonActor): string {
  return `add ${sessionId}`;
}
