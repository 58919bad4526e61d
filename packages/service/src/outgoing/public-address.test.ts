import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrivateNetwork } from './private-network.ts';
import { isThisMachine, mayConnectTo, mayLeadTo, metadataAddresses } from './public-address.ts';

const strict = { allowLoopback: false };
const development = { allowLoopback: true };

describe('an address to connect to', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.0.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
  ])('allows the public address %s', (address) => {
    expect(mayConnectTo(address, strict)).toBe(true);
  });

  it.each([
    // this network, private, shared, link-local (cloud metadata), loopback
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '127.0.0.1',
    '127.255.255.254',
    // documentation, benchmarking, relays, multicast, reserved, broadcast
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '192.0.0.1',
    '192.88.99.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    // IPv6: unspecified, loopback, unique local, link-local, site-local, multicast, documentation, discard
    '::',
    '::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    '3fff::1',
    // IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    // never allocated
    '4000::1',
    '8000::1',
    'e000::1',
    // not an address
    '',
    'localhost',
    '127.0.0.1:80',
    '[::1]',
    '1.2.3.4/8',
    '::g',
  ])('refuses the non-public address "%s"', (address) => {
    expect(mayConnectTo(address, strict)).toBe(false);
  });

  it('allows only loopback addresses in development', {
    tags: ['DHOOK-19'],
  }, () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(mayConnectTo(address, development)).toBe(true);
    }
    for (const address of ['0.0.0.0', '::', '10.0.0.1', '169.254.169.254', 'fe80::1']) {
      expect(mayConnectTo(address, development)).toBe(false);
    }
  });

  it('allows addresses of private networks that the operator names', () => {
    const policy = {
      allowLoopback: false,
      networks: ['10.2.0.0/16', '100.64.0.9', 'fd12::/16', '127.0.0.1', '::1'],
    };
    for (const address of ['10.2.0.1', '::ffff:10.2.255.255', '100.64.0.9', 'fd12::9', '127.0.0.1', '::1'])
      expect(mayConnectTo(address, policy), address).toBe(true);
    for (const address of ['10.3.0.1', '10.1.255.255', '100.64.0.8', 'fd13::1', '127.0.0.2', '192.168.0.1'])
      expect(mayConnectTo(address, policy), address).toBe(false);
    expect(mayConnectTo('8.8.8.8', policy)).toBe(true);
  });

  it('refuses special-purpose addresses, even in a named network', () => {
    const policy = { allowLoopback: true, networks: ['0.0.0.0/0', '::/0', '169.254.0.0/16', 'nonsense'] };
    for (const address of ['169.254.169.254', '0.0.0.0', '224.0.0.1', '255.255.255.255', '192.0.2.1'])
      expect(mayConnectTo(address, policy), address).toBe(false);
    for (const address of ['fe80::1', '::', 'ff02::1', '2001:db8::1', '64:ff9b::a00:1', '2002:a00:1::'])
      expect(mayConnectTo(address, policy), address).toBe(false);
  });

  it('refuses addresses that serve cloud credentials, even in a named network', () => {
    const policy = { allowLoopback: true, networks: ['100.64.0.0/10', 'fc00::/7', '192.0.0.0/24'] };
    for (const address of metadataAddresses) expect(mayConnectTo(address, policy), address).toBe(false);
    expect(mayConnectTo('::ffff:100.100.100.200', policy)).toBe(false);
    expect(mayConnectTo('fd00:0ec2:0:0::254', policy)).toBe(false);
    expect(mayConnectTo('100.100.100.201', policy)).toBe(true);
  });

  it.each(['10.0.0.0/8', '192.168.1.7', 'fc00::/7', '100.64.0.0/10', '127.0.0.0/8', '10.2.3.4/16'])(
    'accepts %s as a private network',
    (network) => expect(isPrivateNetwork(network)).toBe(true),
  );

  it.each([
    '0.0.0.0/0',
    '10.0.0.0/7',
    '169.254.0.0/16',
    '8.8.8.8',
    'fe80::/10',
    '::/0',
    '10.0.0.0/33',
    'shop',
    '',
  ])('refuses "%s" as a private network', (network) => expect(isPrivateNetwork(network)).toBe(false));

  it('treats an address the same in IPv4 and IPv6 notation', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(mayConnectTo(`::ffff:${address}`, strict)).toBe(mayConnectTo(address, strict));
      }),
    );
  });
});

describe('a host of a URL', () => {
  it('recognises this machine by its names and loopback addresses, but not similar ones', () => {
    for (const host of ['localhost', 'a.localhost', 'localhost.', '127.0.0.1', '127.9.9.9', '[::1]'])
      expect(isThisMachine(host), host).toBe(true);
    for (const host of ['localhost.example', 'xlocalhost', '10.0.0.1', '0.0.0.0', '8.8.8.8', '[::]'])
      expect(isThisMachine(host), host).toBe(false);
  });

  it('allows any name, because its addresses are checked when connecting', () => {
    expect(mayLeadTo('shop.example', strict)).toBe(true);
    expect(mayLeadTo('[fd12::1]', strict)).toBe(false);
    expect(mayLeadTo('[fd12::1]', { allowLoopback: false, networks: ['fd12::1'] })).toBe(true);
  });
});
