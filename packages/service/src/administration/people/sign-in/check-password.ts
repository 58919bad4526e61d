import { Refusal, refuseMember } from '../../../refusal.ts';
import { openCredentials } from '../credentials.ts';
import type { PeopleServices } from '../people-services.ts';
import type { Person } from '../person.ts';
import { readDeviceToken } from './device-token.ts';
import type { Guess } from './guess-limits.ts';
import type { SignInOrigin } from './open-session.ts';
import { guessablePassword } from './passwords.ts';

/** How long a network stays known after a person has signed in from it. */
const knownNetworkMs = 30 * 24 * 60 * 60_000;

type Services = Pick<PeopleServices, 'store' | 'vault' | 'clock' | 'passwords' | 'guesses' | 'refused'>;

/**
 * Checks a password within the limits on guesses. Takes equally long whether the address is unknown, has no password, or is
 * known to several accounts.
 *
 * @param people - candidates: several people may have the same e-mail address.
 * @param named - e-mail address under which the guess is counted.
 * @returns the person whose password it is.
 * @throws {Refusal} RATE_LIMITED; UNAUTHORIZED for a wrong password, the same whether or not the person exists.
 */
export async function checkPassword(
  services: Services,
  { people, named, password }: { people: readonly Person[]; named: string; password: string },
  origin: SignInOrigin,
): Promise<Person> {
  const right = await findByPassword(services, { people, named, password }, origin);
  if (right) return right;
  await services.refused.note(origin.address, people[0]?.id ?? null);
  throw wrongPassword();
}

/** Finds the first person whose password is right. @returns null: nobody. @throws {Refusal} RATE_LIMITED. */
export async function findByPassword(
  services: Services,
  call: { people: readonly Person[]; named: string; password: string },
  origin: SignInOrigin,
): Promise<Person | null> {
  const [first = null] = await findAllByPassword(services, call, origin);
  return first;
}

/**
 * Finds all people whose password is right, a person on a known device first. A device or network is known for one person only:
 * from there, others with the same e-mail address are found as rarely as from an unknown one. Otherwise, somebody who lets
 * their account invite the address of a person of another account could guess the password of that person without limit.
 *
 * @throws {Refusal} RATE_LIMITED.
 */
export async function findAllByPassword(
  services: Services,
  { people, named, password }: { people: readonly Person[]; named: string; password: string },
  origin: SignInOrigin,
): Promise<readonly Person[]> {
  const isFrom = (person: Person) => readDeviceToken(services.vault, person, origin.device) !== null;
  const likeliest = people.find(isFrom) ?? people[0] ?? null;
  const isKnown = await countGuess(services, { person: likeliest, named }, origin);
  const others = people.filter((person) => person !== likeliest);
  const candidates = [...(likeliest ? [likeliest] : []), ...others].flatMap((person) => {
    const hash = openCredentials(services.vault, person)?.password;
    return hash === undefined ? [] : [{ person, hash }];
  });
  const hashes = candidates.map(({ hash }) => hash);
  const areRight = await services.passwords.compare(password, hashes, isKnown);
  const right = candidates.filter((_, index) => areRight[index]).map(({ person }) => person);
  if (!isKnown) return right;
  if (likeliest !== null && right[0] === likeliest) return [likeliest];
  // Counted even if there are no others, so that the limit does not reveal them.
  return services.guesses.countAtOthers(named) ? right : [];
}

/**
 * Refuses a chosen password that another person with the same e-mail address already has, because one of them could no longer
 * sign in.
 *
 * @param self - who chooses; null: a new person.
 * @throws {Refusal} RATE_LIMITED; INVALID_REQUEST_BODY worded like that for a weak password, so that it does not reveal the
 *   other person.
 */
export async function refuseSharedPassword(
  services: Services,
  { email, self, password }: { email: string; self: Person | null; password: string },
  origin: SignInOrigin,
): Promise<void> {
  const people = await services.store.peopleByEmail(email);
  const holders = await findAllByPassword(services, { people, named: email, password }, origin);
  if (holders.some(({ id }) => id !== self?.id))
    throw refuseMember('INVALID_REQUEST_BODY', '/password', guessablePassword);
}

/** Makes the same refusal for every failed sign-in, so that it does not reveal which addresses exist. */
export function wrongPassword(): Refusal {
  return new Refusal('UNAUTHORIZED', 'E-mail address or password is wrong.');
}

/**
 * Counts a guess at a password, before it is checked.
 *
 * @returns whether the guess comes from a device or network from which the person has signed in.
 * @throws {Refusal} RATE_LIMITED.
 */
export async function countGuess(
  services: Pick<Services, 'store' | 'vault' | 'clock' | 'guesses' | 'refused'>,
  { person, named }: { person: Person | null; named: string },
  origin: SignInOrigin,
): Promise<boolean> {
  const { network, address } = origin;
  try {
    const known = await knownPlace(services, person, origin);
    services.guesses.count({ person: named, network, known });
    return known !== null;
  } catch (error) {
    await services.refused.note(address, person?.id ?? null);
    throw error;
  }
}

async function knownPlace(
  services: Pick<Services, 'store' | 'vault' | 'clock'>,
  person: Person | null,
  origin: SignInOrigin,
): Promise<Guess['known']> {
  const { network } = origin;
  // Also computed for unknown people, so that it takes the same time.
  const name = knownDevice(services, person, origin);
  const since = services.clock.now() - knownNetworkMs;
  const isKnownNetwork = await services.store.hasSignedInFrom(person?.id ?? '', network, since);
  if (name !== null && person !== null) return { kind: 'device', name };
  return isKnownNetwork ? { kind: 'network', name: network } : null;
}

/** Finds the device of a request if the person has signed in on it before; null: unknown. */
export function knownDevice(
  { vault }: Pick<Services, 'vault'>,
  person: Person | null,
  { device }: SignInOrigin,
): string | null {
  const { id, credentialsAt } = person ?? { id: '', credentialsAt: null };
  return readDeviceToken(vault, { id, credentialsAt }, device);
}
