import { Resolver } from 'node:dns/promises';
import { isNameOfThisMachine, loopbackAddresses } from './public-address.ts';

/** The code of an error that says nothing about the name: no name server answered, or none could tell. */
export const lookupFailed = 'ELOOKUPFAILED';

/** The addresses of a host name; rejects with code `ENOTFOUND` when there are none, {@link lookupFailed} when nobody knows. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** What asks the name servers that this machine had when it was made. */
export interface NameServers {
  resolve4(hostname: string): Promise<string[]>;
  resolve6(hostname: string): Promise<string[]>;
}

/**
 * Once a name has addresses of one kind, those of the other are waited for no longer than this: some name servers never answer
 * what they are asked about IPv6 (RFC 4074), and would hold up each connection for as long as they are waited for.
 */
const otherKindWithinMs = 250;

/**
 * Asks the name servers of this machine. Not `dns.lookup`: that takes a thread of the pool which also serves the file
 * system, so that a few names with dead name servers would hold up every other delivery and every upload.
 *
 * A resolver reads once which name servers there are, and learns to wait for them no longer than they have usually taken. When
 * none answers it is made anew and asked once more: so a machine which has moved to other ones finds names without a restart, and
 * a name that takes its time is waited for.
 *
 * @param open - asks the name servers that the machine has now.
 */
export function createNameResolver(
  open: () => NameServers = () => new Resolver({ timeout: 2000, tries: 2 }),
): ResolveName {
  let current = open();
  return async (hostname) => {
    if (isNameOfThisMachine(hostname)) return loopbackAddresses;
    const asked = current;
    try {
      return await addressesOf(hostname, asked);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== lookupFailed) throw error;
      if (asked === current) current = open();
      return addressesOf(hostname, current);
    }
  };
}

async function addressesOf(hostname: string, servers: NameServers): Promise<readonly string[]> {
  const kinds = [servers.resolve4(hostname), servers.resolve6(hostname)];
  const answers = await bothOrSoonAfterOne(kinds);
  const addresses = answers.flatMap((answer) => (answer?.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const isKnownToHaveNone = answers.every(
    (answer) => answer?.status === 'fulfilled' || /^(ENOTFOUND|ENODATA)$/.test(String(answer?.reason.code)),
  );
  if (isKnownToHaveNone) throw Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' });
  throw Object.assign(new Error('No name server answered.'), { code: lookupFailed });
}

/** How each ended; null for what had not ended soon after the other had found addresses. */
async function bothOrSoonAfterOne(
  kinds: readonly Promise<string[]>[],
): Promise<readonly (PromiseSettledResult<string[]> | null)[]> {
  const answers: (PromiseSettledResult<string[]> | null)[] = kinds.map(() => null);
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    for (const [index, kind] of kinds.entries()) {
      void Promise.allSettled([kind]).then(([answer]) => {
        answers[index] = answer;
        if (answers.every((each) => each !== null)) resolve();
        else if (answer.status === 'fulfilled' && answer.value.length > 0)
          timer = setTimeout(resolve, otherKindWithinMs);
      });
    }
  });
  clearTimeout(timer);
  return answers;
}
