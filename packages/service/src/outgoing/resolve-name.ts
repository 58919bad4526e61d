import { Resolver } from 'node:dns/promises';
import { isNameOfThisMachine, loopbackAddresses } from './public-address.ts';

/** The code of an error that says nothing about the name: no name server answered, or none could tell. */
export const lookupFailed = 'ELOOKUPFAILED';

/** The addresses of a host name; rejects with code `ENOTFOUND` when there are none, {@link lookupFailed} when nobody knows. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks the name servers of this machine. Not `dns.lookup`: that takes a thread of the pool which also serves the file
 * system, so that a few names with dead name servers would hold up every other delivery and every upload.
 */
export function createNameResolver(
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'> = new Resolver({ timeout: 2000, tries: 2 }),
): ResolveName {
  return async (hostname) => {
    if (isNameOfThisMachine(hostname)) return loopbackAddresses;
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const isKnownToHaveNone = answers.every(
      (answer) => answer.status === 'fulfilled' || /^(ENOTFOUND|ENODATA)$/.test(String(answer.reason.code)),
    );
    if (isKnownToHaveNone) throw Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' });
    throw Object.assign(new Error('No name server answered.'), { code: lookupFailed });
  };
}
