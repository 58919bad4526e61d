import { Resolver } from 'node:dns/promises';

/** The addresses of a host name; rejects with code `ENOTFOUND` when there are none. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks the name servers of this machine. Not `dns.lookup`: that takes a thread of the pool which also serves the file
 * system, so that a few names with dead name servers would hold up every other delivery and every upload.
 */
export function createNameResolver(): ResolveName {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return async (hostname) => {
    // RFC 6761: these names mean this machine and are asked of no name server.
    if (/^(.*\.)?localhost\.?$/i.test(hostname)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0)
      throw Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' });
    return addresses;
  };
}
