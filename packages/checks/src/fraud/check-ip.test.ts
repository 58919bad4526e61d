import { countryCodes } from '@vendor/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkIp, classifyAddress, type IpTask } from './check-ip.ts';
import { isSameOrTerritory } from './territory-states.ts';

const ordinary: IpTask = {
  ip: '81.2.69.142',
  network: { country: { code: 'GB' }, owner: null, masks: [] },
  countries: ['GB'],
  users: { ofAddress: 1, ofNetwork: 1 },
  limits: { ofAddress: 5, ofNetwork: 20 },
};
const codesOf = (changes: Partial<IpTask>) =>
  checkIp({ ...ordinary, ...changes })
    .findings.filter(({ outcome }) => outcome !== 'PASS')
    .map(({ code }) => code);

describe('checkIp', () => {
  it("passes an ordinary address in the user's country", () => {
    const { outcome, members, addressClass } = checkIp(ordinary);
    expect(outcome).toBe('PASS');
    expect(members).toEqual({ address: 'PASS', country: 'PASS', network: 'PASS', velocity: 'PASS' });
    expect(addressClass).toBe('PUBLIC');
  });

  it('returns NOT_PERFORMED without an address', () => {
    const { members, addressClass } = checkIp({ ...ordinary, ip: null });
    expect(new Set(Object.values(members))).toEqual(new Set(['NOT_PERFORMED']));
    expect(addressClass).toBeNull();
  });

  it.each([
    ['10.1.2.3', 'PRIVATE'],
    ['fd12::1', 'PRIVATE'],
    ['169.254.0.1', 'PRIVATE'],
    ['127.0.0.1', 'LOOPBACK'],
    ['::ffff:127.0.0.1', 'LOOPBACK'],
    ['100.64.0.1', 'CARRIER_NAT'],
    ['203.0.113.9', 'DOCUMENTATION'],
    ['2001:db8::1', 'DOCUMENTATION'],
    ['240.0.0.1', 'RESERVED'],
    ['0.0.0.0', 'RESERVED'],
    ['4000::1', 'RESERVED'],
    ['no address', 'RESERVED'],
    ['81.2.69.142', 'PUBLIC'],
    ['2a00:1450:4001::1', 'PUBLIC'],
  ])('classifies %s as %s', (ip, addressClass) => {
    expect(classifyAddress(ip)).toBe(addressClass);
    const { members, findings } = checkIp({ ...ordinary, ip });
    expect(members.address).toBe(addressClass === 'PUBLIC' ? 'PASS' : 'REVIEW');
    expect(findings.map(({ code }) => code)).toContain(`IP_ADDRESS_${addressClass}`);
    // Lists of networks contain only public addresses.
    if (addressClass !== 'PUBLIC') expect(members.country).toBe('NOT_PERFORMED');
  });

  it('sends a country that was not stated to REVIEW', { tags: ['S1-17'] }, () => {
    expect(codesOf({ countries: ['FR', 'DE'] })).toEqual(['IP_COUNTRY_DIFFERS']);
    expect(codesOf({ countries: ['FR', 'GB'] })).toEqual([]);
    expect(codesOf({ countries: [] })).toEqual(['IP_COUNTRY_NOT_COMPARED']);
  });

  it.each([
    ['HK', 'CN', 'IP_COUNTRY_EXPECTED'],
    ['CN', 'MO', 'IP_COUNTRY_EXPECTED'],
    ['PR', 'US', 'IP_COUNTRY_EXPECTED'],
    ['RE', 'FR', 'IP_COUNTRY_EXPECTED'],
    ['JE', 'GB', 'IP_COUNTRY_EXPECTED'],
    ['GL', 'DK', 'IP_COUNTRY_EXPECTED'],
    ['CW', 'NL', 'IP_COUNTRY_EXPECTED'],
    ['HK', 'US', 'IP_COUNTRY_DIFFERS'],
    ['HK', 'MO', 'IP_COUNTRY_DIFFERS'],
    ['TW', 'CN', 'IP_COUNTRY_DIFFERS'],
  ])('compares an address in %s with %s, a territory with its state: %s', (code, stated, expected) => {
    const network = { ...ordinary.network, country: { code } };
    const { findings } = checkIp({ ...ordinary, network, countries: [stated] });
    expect(findings.map((finding) => finding.code)).toContain(expected);
  });

  it('names only territories and states that ISO 3166-1 has', () => {
    expect(countryCodes.filter((code) => isSameOrTerritory(code, 'FR')).sort()).toEqual(
      'BL FR GF GP MF MQ NC PF PM RE TF WF YT'.split(' '),
    );
    const related = countryCodes.filter((code) =>
      countryCodes.some((other) => other !== code && isSameOrTerritory(code, other)),
    );
    expect(related).toHaveLength(61);
  });

  it('accepts Kosovo as a country, as lists of networks do', { tags: ['S2.3-21'] }, () => {
    const network = { ...ordinary.network, country: { code: 'XK' } };
    expect(codesOf({ network, countries: ['XK'] })).toEqual([]);
    expect(codesOf({ network, countries: ['RS'] })).toEqual(['IP_COUNTRY_DIFFERS']);
  });

  it('reports missing lists, and passes nothing that depends on them', () => {
    const network = { country: null, owner: null, masks: null };
    expect(codesOf({ network })).toEqual(['IP_COUNTRY_UNKNOWN', 'IP_NETWORK_UNKNOWN']);
    const { members } = checkIp({ ...ordinary, network });
    expect(members).toMatchObject({ country: 'NOT_PERFORMED', network: 'NOT_PERFORMED' });
    expect(codesOf({ network: { ...ordinary.network, country: { code: null } } })).toEqual([
      'IP_COUNTRY_UNKNOWN',
    ]);
  });

  it('reports every way in which the network hides its users', () => {
    const network = { ...ordinary.network, masks: ['TOR', 'HOSTING'] as const };
    expect(codesOf({ network })).toEqual(['IP_NETWORK_TOR', 'IP_NETWORK_HOSTING']);
  });

  it('sends more users than the limits of address or network to REVIEW', () => {
    expect(codesOf({ users: { ofAddress: 5, ofNetwork: 20 } })).toEqual([]);
    expect(codesOf({ users: { ofAddress: 6, ofNetwork: 20 } })).toEqual(['IP_ADDRESS_MANY_USERS']);
    expect(codesOf({ users: { ofAddress: 1, ofNetwork: 21 } })).toEqual(['IP_NETWORK_MANY_USERS']);
  });

  it('never fails an address', () => {
    const task = fc.record({
      ip: fc.option(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())),
      users: fc.option(fc.record({ ofAddress: fc.nat(), ofNetwork: fc.nat() })),
      countries: fc.array(fc.constantFrom('GB', 'FR')),
    });
    fc.assert(
      fc.property(task, (changes) => {
        expect(checkIp({ ...ordinary, ...changes }).outcome).not.toBe('FAIL');
      }),
    );
  });
});
