import { describe, expect, it } from 'vitest';
import type { RequestContext } from './app-environment.ts';
import { createClientAddress } from './client-address.ts';

/** Only what the function reads of a request. */
function requestFrom(remoteAddress: string | undefined, forwarded?: string): RequestContext {
  return {
    env: { incoming: { socket: { remoteAddress } } },
    req: { header: () => forwarded },
  } as unknown as RequestContext;
}

describe('the client address', () => {
  const addressOf = createClientAddress(['10.0.0.0/8', '2001:db8::1']);

  it.each([
    ['the peer, when it is no proxy of ours', '203.0.113.7', undefined, '203.0.113.7'],
    ['the peer, whatever it claims', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['whom our proxy names', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['the last that is no proxy of ours', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4', '198.51.100.1'],
    ['the proxy itself when it names nobody', '10.0.0.1', undefined, null],
    ['IPv4 that is written as IPv6', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['IPv6', '2001:db8::1', '2001:db8::77', '2001:db8::77'],
    ['without the port that some proxies add', '10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['without the port of IPv6', '10.0.0.1', '[2001:db8::77]:443', '2001:db8::77'],
    ['IPv6 in brackets alone', '10.0.0.1', '[2001:db8::77]', '2001:db8::77'],
    ['IPv6 whose last part is no port', '10.0.0.1', '2001:db8::77:443', '2001:db8::77:443'],
    [
      'whom our proxies name, with ports on the way',
      '10.0.0.1',
      '198.51.100.1:80, 10.2.3.4:8080',
      '198.51.100.1',
    ],
    ['nobody by what has more than a port', '10.0.0.1', '203.0.113.7:80:80', null],
    ['nobody by IPv4 in brackets', '10.0.0.1', '[203.0.113.7]:80', null],
    ['nobody by a number with a port', '10.0.0.1', '2130706433:80', null],
    ['nobody when the chain is unreadable', '10.0.0.1', '198.51.100.1, garbage', null],
    ['nobody by a number that is no dotted address', '10.0.0.1', '2130706433', null],
    ['nobody when the last entry is unknown', '10.0.0.1', '198.51.100.1, unknown', null],
    ['nobody by an obfuscated name', '10.0.0.1', '_hidden', null],
    ['nobody when the chain ends with nothing', '10.0.0.1', '198.51.100.1,', null],
    ['nobody by an address with the name of an interface', '10.0.0.1', 'fe80::1%eth0', null],
    ['nobody by brackets that do not close', '10.0.0.1', '[2001:db8::77', null],
    ['nobody by a port alone', '10.0.0.1', ':443', null],
    ['nobody by a port that is none', '10.0.0.1', '203.0.113.7:http', null],
    ['nobody by an octal address', '10.0.0.1', '0203.0.113.7', null],
    [
      'whom our proxy names, whatever stands before',
      '10.0.0.1',
      'garbage, unknown, 198.51.100.1',
      '198.51.100.1',
    ],
    ['IPv4 that our proxy writes as IPv6', '10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['named by a proxy that the system writes as IPv6', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['the last of thousands', '10.0.0.1', `${'1.1.1.1, '.repeat(3000)}198.51.100.1`, '198.51.100.1'],
    ['our nearest proxy when all are ours', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.1'],
    ['a peer of the own link without its interface', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['nobody without a connection', undefined, '198.51.100.1', null],
  ])('takes %s', { tags: ['DREQ-19'] }, (_, peer, forwarded, expected) => {
    expect(addressOf(requestFrom(peer, forwarded))).toBe(expected);
  });

  it('believes nobody by default', () => {
    expect(createClientAddress([])(requestFrom('127.0.0.1', '198.51.100.1'))).toBe('127.0.0.1');
  });

  it.each(['nonsense', '10.0.0.0/99'])('refuses to trust %s', (proxy) => {
    expect(() => createClientAddress([proxy])).toThrow();
  });
});
