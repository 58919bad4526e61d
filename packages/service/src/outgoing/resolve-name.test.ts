import { describe, expect, it } from 'vitest';
import { createNameResolver } from './resolve-name.ts';

const codeOf = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const found = (...addresses: string[]) => Promise.resolve(addresses);
const resolverOf = (resolve4: () => Promise<string[]>, resolve6: () => Promise<string[]>) =>
  createNameResolver({ resolve4, resolve6 } as never);

describe('a host name', () => {
  it('has the addresses of both kinds, or of the one that there are', async () => {
    const both = resolverOf(
      () => found('192.0.2.1'),
      () => found('2001:db8::1'),
    );
    expect(await both('shop.example')).toEqual(['192.0.2.1', '2001:db8::1']);
    const one = resolverOf(() => found('192.0.2.1'), codeOf('ESERVFAIL'));
    expect(await one('shop.example')).toEqual(['192.0.2.1']);
  });

  it('that is known to have none is told from one that nobody could tell about', async () => {
    const none = resolverOf(codeOf('ENOTFOUND'), codeOf('ENODATA'));
    await expect(none('shop.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    for (const code of ['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED', 'EREFUSED']) {
      const unknown = resolverOf(codeOf('ENODATA'), codeOf(code));
      await expect(unknown('shop.example'), code).rejects.toMatchObject({ code: 'ELOOKUPFAILED' });
    }
  });

  it('of this machine is asked of no name server', async () => {
    const asked = resolverOf(codeOf('ASKED'), codeOf('ASKED'));
    for (const name of ['localhost', 'a.localhost.', 'LOCALHOST'])
      expect(await asked(name)).toEqual(['127.0.0.1', '::1']);
  });
});
