import { describe, expect, it } from 'vitest';
import { limitedNetwork } from './limited-network.ts';

describe('limitedNetwork', () => {
  it.each([
    ['the whole IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['the first half of an IPv6 address', '2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['the first half of an IPv6 address with a zone', 'fe80::1%eth0', 'fe80::/64'],
  ])('counts requests by %s', { tags: ['DREQ-78'] }, (_, address, counted) => {
    expect(limitedNetwork(address)).toBe(counted);
  });

  it('distinguishes neighbouring IPv6 networks', { tags: ['DREQ-78'] }, () => {
    expect(limitedNetwork('2001:db8:1:2::1')).not.toBe(limitedNetwork('2001:db8:1:3::1'));
  });
});
