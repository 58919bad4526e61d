import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNameResolver, type NameServers } from './resolve-name.ts';

const codeOf = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const found = (...addresses: string[]) => Promise.resolve(addresses);
const resolverOf = (resolve4: () => Promise<string[]>, resolve6: () => Promise<string[]>) =>
  createNameResolver(() => ({ resolve4, resolve6 }));

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

  it('distinguishes a name without addresses from one that could not be resolved', async () => {
    const none = resolverOf(codeOf('ENOTFOUND'), codeOf('ENODATA'));
    await expect(none('shop.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    for (const code of ['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED', 'EREFUSED']) {
      const unknown = resolverOf(codeOf('ENODATA'), codeOf(code));
      await expect(unknown('shop.example'), code).rejects.toMatchObject({ code: 'ELOOKUPFAILED' });
    }
  });

  it('asks once more within the time that an answer is waited for, where the answer was lost', () => {
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

  describe('whose name servers take their time', () => {
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
    /** Measures a lookup: its result, and the milliseconds it took. */
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

    it('has its IPv4 addresses a moment later where nobody tells those of IPv6', async () => {
      const silentOfIpv6 = resolverOf(() => found('192.0.2.1'), never);
      expect(await timed(silentOfIpv6('shop.example'))).toEqual({ addresses: ['192.0.2.1'], ms: 250 });
    });

    it('has both kinds where IPv6 comes within that moment', async () => {
      const servers = resolverOf(() => found('192.0.2.1'), after(200, '2001:db8::1'));
      expect(await timed(servers('shop.example'))).toEqual({
        addresses: ['192.0.2.1', '2001:db8::1'],
        ms: 200,
      });
    });

    it('has its IPv4 addresses, too, where their answer was lost once and comes seconds after that of IPv6', async () => {
      const servers = resolverOf(after(2100, '192.0.2.1'), after(10, '2001:db8::1'));
      expect(await timed(servers('shop.example'))).toEqual({
        addresses: ['192.0.2.1', '2001:db8::1'],
        ms: 2100,
      });
    });

    it('has those of IPv6 where nobody ever tells of IPv4', async () => {
      const servers = resolverOf(never, () => found('2001:db8::1'));
      expect(await timed(servers('shop.example'))).toEqual({ addresses: ['2001:db8::1'], ms: 6000 });
    });

    it('waits in full where the other kind has none', async () => {
      const servers = resolverOf(codeOf('ENODATA'), after(5000, '2001:db8::1'));
      expect(await timed(servers('shop.example'))).toEqual({ addresses: ['2001:db8::1'], ms: 5000 });
    });

    it('fails as unanswered before an attempt is over, however long they would be asked', {
      tags: ['DHOOK-10'],
    }, async () => {
      const servers = resolverOf(never, never);
      expect(await timed(servers('shop.example'))).toEqual({ code: 'ELOOKUPFAILED', ms: 12_000 });
    });
  });

  describe('on a machine that has moved to other name servers', () => {
    const machineWith = (...servers: NameServers[]) => {
      let opened = 0;
      const resolve = createNameResolver(() => servers[Math.min(opened++, servers.length - 1)]!);
      return { resolve, opened: () => opened };
    };
    const dead = { resolve4: codeOf('ETIMEOUT'), resolve6: codeOf('ETIMEOUT') };
    const alive = { resolve4: () => found('192.0.2.1'), resolve6: codeOf('ENODATA') };

    it('asks the new ones at once, and from then on', async () => {
      const machine = machineWith(dead, alive);
      const names = ['a.example', 'b.example'].map((name) => machine.resolve(name));
      expect(await Promise.all(names)).toEqual([['192.0.2.1'], ['192.0.2.1']]);
      expect(await machine.resolve('c.example')).toEqual(['192.0.2.1']);
      expect(machine.opened()).toBe(2);
    });

    it('asks once more, and the new ones the next time', async () => {
      const machine = machineWith(dead, dead, alive);
      await expect(machine.resolve('a.example')).rejects.toMatchObject({ code: 'ELOOKUPFAILED' });
      expect(machine.opened()).toBe(2);
      expect(await machine.resolve('a.example')).toEqual(['192.0.2.1']);
    });
  });
});
