import { afterEach, describe, expect, it, vi } from 'vitest';
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

  describe('whose name servers leave one kind of question unanswered', () => {
    const never = () => new Promise<string[]>(() => undefined);
    afterEach(() => {
      vi.useRealTimers();
    });

    it('has the addresses of the other kind a moment later', async () => {
      vi.useFakeTimers();
      for (const [servers, address] of [
        [resolverOf(() => found('192.0.2.1'), never), '192.0.2.1'],
        [resolverOf(never, () => found('2001:db8::1')), '2001:db8::1'],
      ] as const) {
        const addresses = servers('shop.example');
        await vi.advanceTimersByTimeAsync(250);
        expect(await addresses).toEqual([address]);
      }
    });

    it('has both kinds where the second comes within that moment', async () => {
      vi.useFakeTimers();
      const later = () =>
        new Promise<string[]>((resolve) => {
          setTimeout(resolve, 200, ['2001:db8::1']);
        });
      const addresses = resolverOf(() => found('192.0.2.1'), later)('shop.example');
      await vi.advanceTimersByTimeAsync(200);
      expect(await addresses).toEqual(['192.0.2.1', '2001:db8::1']);
      expect(vi.getTimerCount()).toBe(0);
    });

    it('is waited for in full where the other kind has none', async () => {
      vi.useFakeTimers();
      const late = () =>
        new Promise<string[]>((resolve) => {
          setTimeout(resolve, 5000, ['2001:db8::1']);
        });
      const addresses = resolverOf(codeOf('ENODATA'), late)('shop.example');
      await vi.advanceTimersByTimeAsync(5000);
      expect(await addresses).toEqual(['2001:db8::1']);
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

    it('is asked of the new ones at once, and from then on', async () => {
      const machine = machineWith(dead, alive);
      const names = ['a.example', 'b.example'].map((name) => machine.resolve(name));
      expect(await Promise.all(names)).toEqual([['192.0.2.1'], ['192.0.2.1']]);
      expect(await machine.resolve('c.example')).toEqual(['192.0.2.1']);
      expect(machine.opened()).toBe(2);
    });

    it('is asked once more, and of new ones the next time', async () => {
      const machine = machineWith(dead, dead, alive);
      await expect(machine.resolve('a.example')).rejects.toMatchObject({ code: 'ELOOKUPFAILED' });
      expect(machine.opened()).toBe(2);
      expect(await machine.resolve('a.example')).toEqual(['192.0.2.1']);
    });
  });
});
