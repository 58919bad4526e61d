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
    ['nobody when the chain is unreadable', '10.0.0.1', '198.51.100.1, garbage', null],
    ['nobody by a number that is no dotted address', '10.0.0.1', '2130706433', null],
    ['nobody without a connection', undefined, '198.51.100.1', null],
  ])('is %s', (_, peer, forwarded, expected) => {
    expect(addressOf(requestFrom(peer, forwarded))).toBe(expected);
  });

  it('believes nobody by default', () => {
    expect(createClientAddress([])(requestFrom('127.0.0.1', '198.51.100.1'))).toBe('127.0.0.1');
  });

  it.each(['nonsense', '10.0.0.0/99'])('refuses to trust %s', (proxy) => {
    expect(() => createClientAddress([proxy])).toThrow();
  });
});
