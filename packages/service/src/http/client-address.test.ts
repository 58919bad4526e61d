import { describe, expect, it } from 'vitest';
import type { RequestContext } from './app-environment.ts';
import { createClientAddress } from './client-address.ts';

/** Makes a request with only the parts that the function reads. */
function requestFrom(remoteAddress: string | undefined, forwarded?: string): RequestContext {
  return {
    env: { incoming: { socket: { remoteAddress } } },
    req: { header: () => forwarded },
  } as unknown as RequestContext;
}

describe('client address', () => {
  const addressOf = createClientAddress(['10.0.0.0/8', '2001:db8::1']);

  it.each([
    ['the peer if it is not a trusted proxy', '203.0.113.7', undefined, '203.0.113.7'],
    ['the peer whatever it claims', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['the address that our proxy names', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [
      'the last entry that is not a trusted proxy',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1, 10.2.3.4',
      '198.51.100.1',
    ],
    ['none if the proxy names nobody', '10.0.0.1', undefined, null],
    ['IPv4 written as IPv6', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['IPv6', '2001:db8::1', '2001:db8::77', '2001:db8::77'],
    ['IPv4 without the port that some proxies add', '10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['IPv6 without its port', '10.0.0.1', '[2001:db8::77]:443', '2001:db8::77'],
    ['IPv6 in brackets without a port', '10.0.0.1', '[2001:db8::77]', '2001:db8::77'],
    ['IPv6 whose last part is not a port', '10.0.0.1', '2001:db8::77:443', '2001:db8::77:443'],
    [
      'the entry before our proxies, without ports',
      '10.0.0.1',
      '198.51.100.1:80, 10.2.3.4:8080',
      '198.51.100.1',
    ],
    ['none for an entry with two ports', '10.0.0.1', '203.0.113.7:80:80', null],
    ['none for IPv4 in brackets', '10.0.0.1', '[203.0.113.7]:80', null],
    ['none for a number with a port', '10.0.0.1', '2130706433:80', null],
    ['none for an unreadable last entry', '10.0.0.1', '198.51.100.1, garbage', null],
    ['none for a number', '10.0.0.1', '2130706433', null],
    ['none if the last entry is "unknown"', '10.0.0.1', '198.51.100.1, unknown', null],
    ['none for an obfuscated name', '10.0.0.1', '_hidden', null],
    ['none for an empty last entry', '10.0.0.1', '198.51.100.1,', null],
    ['none for an address with an interface name', '10.0.0.1', 'fe80::1%eth0', null],
    ['none for an unclosed bracket', '10.0.0.1', '[2001:db8::77', null],
    ['none for a bare port', '10.0.0.1', ':443', null],
    ['none for an invalid port', '10.0.0.1', '203.0.113.7:http', null],
    ['none for an octal address', '10.0.0.1', '0203.0.113.7', null],
    ['the last entry whatever precedes it', '10.0.0.1', 'garbage, unknown, 198.51.100.1', '198.51.100.1'],
    ['IPv4 that our proxy writes as IPv6', '10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['the address named by a proxy written as IPv6', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [
      'the last of thousands of entries',
      '10.0.0.1',
      `${'1.1.1.1, '.repeat(3000)}198.51.100.1`,
      '198.51.100.1',
    ],
    ['the nearest proxy if all entries are trusted', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.1'],
    ['a link-local peer without its interface', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['none without a connection', undefined, '198.51.100.1', null],
  ])('determines the client address: %s', { tags: ['DREQ-19'] }, (_, peer, forwarded, expected) => {
    expect(addressOf(requestFrom(peer, forwarded))).toBe(expected);
  });

  it('trusts no proxy by default', () => {
    expect(createClientAddress([])(requestFrom('127.0.0.1', '198.51.100.1'))).toBe('127.0.0.1');
  });

  it.each(['nonsense', '10.0.0.0/99'])('refuses "%s" as a trusted proxy', (proxy) => {
    expect(() => createClientAddress([proxy])).toThrow();
  });
});
