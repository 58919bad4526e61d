import { Resolver } from 'node:dns/promises';
import { isNameOfThisMachine, loopbackAddresses } from './public-address.ts';

/** The code of an error that says nothing about the name: no name server answered, or none could tell. */
export const lookupFailed = 'ELOOKUPFAILED';

/** The addresses of a host name; rejects with code `ENOTFOUND` when there are none, {@link lookupFailed} when nobody knows. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** Client of the name servers that this machine had when it was made. */
export interface NameServers {
  resolve4(hostname: string): Promise<string[]>;
  resolve6(hostname: string): Promise<string[]>;
}

/**
 * Once a name has IPv4 addresses, those of IPv6 are waited for no longer than this: some name servers never answer what they are
 * asked about IPv6 (RFC 4074), and would hold up each connection for as long as they are waited for. IPv4 is waited for in full:
 * many machines reach nothing by IPv6, and an answer that was lost on its way is asked for again after two seconds.
 */
const ipv6WithinMs = 250;

/**
 * Name servers are waited for no longer than this each of the two times they are asked: one that is silent takes as long, several
 * twice and more. So whoever gives an attempt 15 seconds hears that it was its name that nobody told.
 */
const answersWithinMs = 6000;

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
  const answers = await answersInTime(servers.resolve4(hostname), servers.resolve6(hostname));
  const addresses = answers.flatMap((answer) => (answer?.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const isKnownToHaveNone = answers.every(
    (answer) => answer?.status === 'fulfilled' || /^(ENOTFOUND|ENODATA)$/.test(String(answer?.reason.code)),
  );
  if (isKnownToHaveNone) throw Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' });
  throw Object.assign(new Error('No name server answered.'), { code: lookupFailed });
}

type Answer = PromiseSettledResult<string[]> | null;

/** How each question ended; null for what was waited for no longer. */
async function answersInTime(ipv4: Promise<string[]>, ipv6: Promise<string[]>): Promise<readonly Answer[]> {
  const answers: [Answer, Answer] = [null, null];
  const timers: NodeJS.Timeout[] = [];
  await new Promise<void>((resolve) => {
    const within = (ms: number) => timers.push(setTimeout(resolve, ms));
    const heard = () => {
      const [first, second] = answers;
      if (first !== null && second !== null) resolve();
      else if (first?.status === 'fulfilled' && first.value.length > 0) within(ipv6WithinMs);
    };
    within(answersWithinMs);
    for (const [index, asked] of [ipv4, ipv6].entries()) {
      void Promise.allSettled([asked]).then(([answer]) => {
        answers[index] = answer;
        heard();
      });
    }
  });
  for (const timer of timers) clearTimeout(timer);
  return answers;
}
