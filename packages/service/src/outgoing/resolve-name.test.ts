import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNameResolver, type NameServers } from './resolve-name.ts';

const codeOf = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const found = (...addresses: string[]) => Promise.resolve(addresses);
const resolverOf = (resolve4: () => Promise<string[]>, resolve6: () => Promise<string[]>) =>
  createNameResolver(() => ({ resolve4, resolve6 }));

describe('a host name', () => {
  it('resolves to the addresses of both kinds, or of the only one', async () => {
    const both = resolverOf(
      () => found('192.0.2.1'),
      () => found('2001:db8::1'),
    );
    expect(await both('shop.example')).toEqual(['192.0.2.1', '2001:db8::1']);
    const one = resolverOf(() => found('192.0.2.1'), codeOf('ESERVFAIL'));
    expect(await one('shop.example')).toEqual(['192.0.2.1']);
  });

  it('distinguishes a name without addresses from one that could not be resolved', async () => {
    const none = resolverOf(codeOf('ENOTFOUND'), codeOf('ENODATA'));
    await expect(none('shop.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    for (const code of ['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED', 'EREFUSED']) {
      const unknown = resolverOf(codeOf('ENODATA'), codeOf(code));
      await expect(unknown('shop.example'), code).rejects.toMatchObject({ code: 'ELOOKUPFAILED' });
    }
  });

  it('asks a second time if the first answer was lost', () => {
    const opened = vi.spyOn(dns, 'Resolver').mockImplementation(Object as never);
    syncBuiltinESMExports();
    try {
      createNameResolver();
      expect(opened.mock.calls).toEqual([[{ timeout: 2000, tries: 2 }]]);
    } finally {
      opened.mockRestore();
      syncBuiltinESMExports();
    }
  });

  it('asks no name server for a name of this machine', async () => {
    const asked = resolverOf(codeOf('ASKED'), codeOf('ASKED'));
    for (const name of ['localhost', 'a.localhost.', 'LOCALHOST'])
      expect(await asked(name)).toEqual(['127.0.0.1', '::1']);
  });

  describe('slow name servers', () => {
    const never = () => new Promise<string[]>(() => undefined);
    const after = (ms: number, address: string) => () =>
      new Promise<string[]>((resolve) => {
        setTimeout(resolve, ms, [address]);
      });
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    /** Measures a lookup. @returns its result, and the time that it took in ms. */
    async function timed(lookup: Promise<readonly string[]>) {
      const start = Date.now();
      const ended = lookup.then(
        (addresses) => ({ addresses, ms: Date.now() - start }),
        ({ code }: NodeJS.ErrnoException) => ({ code, ms: Date.now() - start }),
      );
      await vi.advanceTimersByTimeAsync(60_000);
      expect(vi.getTimerCount(), 'timers left behind').toBe(0);
      return ended;
    }

    it('returns IPv4 addresses 250 ms later if no answer for IPv6 arrives', async () => {
      const silentOfIpv6 = resolverOf(() => found('192.0.2.1'), never);
      expect(await timed(silentOfIpv6('shop.example'))).toEqual({ addresses: ['192.0.2.1'], ms: 250 });
    });

    it('returns both kinds if the answer for IPv6 arrives within 250 ms', async () => {
      const servers = resolverOf(() => found('192.0.2.1'), after(200, '2001:db8::1'));
      expect(await timed(servers('shop.example'))).toEqual({
        addresses: ['192.0.2.1', '2001:db8::1'],
        ms: 200,
      });
    });

    it('also returns IPv4 addresses if their answer was lost once and arrives seconds after that for IPv6', async () => {
      const servers = resolverOf(after(2100, '192.0.2.1'), after(10, '2001:db8::1'));
      expect(await timed(servers('shop.example'))).toEqual({
        addresses: ['192.0.2.1', '2001:db8::1'],
        ms: 2100,
      });
    });

    it('returns IPv6 addresses if no answer for IPv4 arrives', async () => {
      const servers = resolverOf(never, () => found('2001:db8::1'));
      expect(await timed(servers('shop.example'))).toEqual({ addresses: ['2001:db8::1'], ms: 6000 });
    });

    it('waits the full time for IPv6 if there is no IPv4 address', async () => {
      const servers = resolverOf(codeOf('ENODATA'), after(5000, '2001:db8::1'));
      expect(await timed(servers('shop.example'))).toEqual({ addresses: ['2001:db8::1'], ms: 5000 });
    });

    it('fails with ELOOKUPFAILED before the attempt of 15 seconds ends', {
      tags: ['DHOOK-10'],
    }, async () => {
      const servers = resolverOf(never, never);
      expect(await timed(servers('shop.example'))).toEqual({ code: 'ELOOKUPFAILED', ms: 12_000 });
    });
  });

  describe('changed name servers', () => {
    const machineWith = (...servers: NameServers[]) => {
      let opened = 0;
      const resolve = createNameResolver(() => servers[Math.min(opened++, servers.length - 1)]!);
      return { resolve, opened: () => opened };
    };
    const dead = { resolve4: codeOf('ETIMEOUT'), resolve6: codeOf('ETIMEOUT') };
    const alive = { resolve4: () => found('192.0.2.1'), resolve6: codeOf('ENODATA') };

    it('asks the new name servers immediately, and from then on', async () => {
      const machine = machineWith(dead, alive);
      const names = ['a.example', 'b.example'].map((name) => machine.resolve(name));
      expect(await Promise.all(names)).toEqual([['192.0.2.1'], ['192.0.2.1']]);
      expect(await machine.resolve('c.example')).toEqual(['192.0.2.1']);
      expect(machine.opened()).toBe(2);
    });

    it('asks once more, and the new name servers at the next lookup', async () => {
      const machine = machineWith(dead, dead, alive);
      await expect(machine.resolve('a.example')).rejects.toMatchObject({ code: 'ELOOKUPFAILED' });
      expect(machine.opened()).toBe(2);
      expect(await machine.resolve('a.example')).toEqual(['192.0.2.1']);
    });
  });
});
