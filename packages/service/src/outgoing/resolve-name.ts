import { Resolver } from 'node:dns/promises';
import { isNameOfThisMachine, loopbackAddresses } from './public-address.ts';

/** Error code if no name server responded, or none could give an answer. */
export const lookupFailed = 'ELOOKUPFAILED';

/** Resolves a host name; rejects with `ENOTFOUND` if it has no addresses, with {@link lookupFailed} if that is unknown. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** Client of the machine's name servers at the time it was created. */
export interface NameServers {
  resolve4(hostname: string): Promise<string[]>;
  resolve6(hostname: string): Promise<string[]>;
}

/**
 * Maximum wait in ms for IPv6 addresses once IPv4 addresses are known: some name servers never answer queries for IPv6 (RFC
 * 4074), which would delay each connection by the full time-out. The wait for IPv4 is not shortened: many machines cannot reach
 * anything by IPv6, and a lost answer is requested again after two seconds.
 */
const ipv6WaitMs = 250;

/**
 * Time-out in ms of each of two tries. Even if no name server responds, an attempt of 15 seconds still learns that the name
 * could not be resolved.
 */
const answerTimeoutMs = 6000;

/**
 * Resolves names with the machine's name servers. Does not use `dns.lookup`, which takes a thread of the pool that also serves
 * the file system: a few names with dead servers would block deliveries and uploads. A resolver reads the list of servers once,
 * and adapts its time-outs to their speed. If none responds, a new resolver asks again, so that changed servers need no restart
 * and slow names get more time.
 *
 * @param open - creates a client of the current name servers.
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
  const answers = await collectAnswers(servers.resolve4(hostname), servers.resolve6(hostname));
  const addresses = answers.flatMap((answer) => (answer?.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const isKnownToHaveNone = answers.every(
    (answer) => answer?.status === 'fulfilled' || /^(ENOTFOUND|ENODATA)$/.test(String(answer?.reason.code)),
  );
  if (isKnownToHaveNone) throw Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' });
  throw Object.assign(new Error('No name server answered.'), { code: lookupFailed });
}

type Answer = PromiseSettledResult<string[]> | null;

/** Collects the results of both queries; null for one that took too long. */
async function collectAnswers(ipv4: Promise<string[]>, ipv6: Promise<string[]>): Promise<readonly Answer[]> {
  const answers: [Answer, Answer] = [null, null];
  const timers: NodeJS.Timeout[] = [];
  await new Promise<void>((resolve) => {
    const within = (ms: number) => timers.push(setTimeout(resolve, ms));
    const onAnswer = () => {
      const [first, second] = answers;
      if (first !== null && second !== null) resolve();
      else if (first?.status === 'fulfilled' && first.value.length > 0) within(ipv6WaitMs);
    };
    within(answerTimeoutMs);
    for (const [index, asked] of [ipv4, ipv6].entries()) {
      void Promise.allSettled([asked]).then(([answer]) => {
        answers[index] = answer;
        onAnswer();
      });
    }
  });
  for (const timer of timers) clearTimeout(timer);
  return answers;
}
