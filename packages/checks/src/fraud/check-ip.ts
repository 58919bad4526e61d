import type { Outcome } from '@vendor/contract';
import ipaddr from 'ipaddr.js';
import { combineFindings, type FraudEvaluation, type FraudFinding } from './fraud-finding.ts';
import { isSameOrTerritory } from './territory-states.ts';

/** Ways to hide a location, as classified by lists of networks. */
export type AddressMask = 'TOR' | 'PROXY' | 'VPN' | 'HOSTING';

/** Facts about an address from lists of networks; null if the list is not installed. */
export interface NetworkFacts {
  /** `code`: ISO 3166-1 alpha-2; null if the list does not contain the address. */
  readonly country: { readonly code: string | null } | null;
  /** Owner of the network; both null if the list does not contain the address. */
  readonly owner: { readonly asn: number | null; readonly organization: string | null } | null;
  readonly masks: readonly AddressMask[] | null;
}

/** Number of different users within a day, including this one. */
export interface UserCounts {
  readonly ofAddress: number;
  /** From all addresses of its network: /24 of IPv4, /48 of IPv6. */
  readonly ofNetwork: number;
}

/** A user's IP address, and known facts about it. */
export interface IpTask {
  /** Null if unknown. */
  readonly ip: string | null;
  readonly network: NetworkFacts;
  /** Countries stated for the user, ISO 3166-1 alpha-2; empty if none were stated. */
  readonly countries: readonly string[];
  /** Null if not counted. */
  readonly users: UserCounts | null;
  /** Maximum numbers of users; more are REVIEW. */
  readonly limits: UserCounts;
}

/** Stable codes of findings about an IP address. */
export type IpFindingCode =
  | 'IP_ADDRESS_PUBLIC'
  | 'IP_ADDRESS_UNKNOWN'
  | `IP_ADDRESS_${Exclude<AddressClass, 'PUBLIC'>}`
  | 'IP_COUNTRY_EXPECTED'
  | 'IP_COUNTRY_DIFFERS'
  /** No list of countries is installed, or it does not contain the address. */
  | 'IP_COUNTRY_UNKNOWN'
  /** No country was stated for the user. */
  | 'IP_COUNTRY_NOT_COMPARED'
  | 'IP_NETWORK_ORDINARY'
  | `IP_NETWORK_${AddressMask}`
  /** No list of anonymous networks is installed. */
  | 'IP_NETWORK_UNKNOWN'
  | 'IP_VELOCITY_ORDINARY'
  | 'IP_ADDRESS_MANY_USERS'
  | 'IP_NETWORK_MANY_USERS'
  | 'IP_VELOCITY_UNKNOWN';

/** Class of an address, after the IANA special-purpose address registries (RFC 6890). */
export type AddressClass = 'PUBLIC' | 'PRIVATE' | 'LOOPBACK' | 'CARRIER_NAT' | 'DOCUMENTATION' | 'RESERVED';

/** Members of an address check. */
export type IpMember = 'address' | 'country' | 'network' | 'velocity';

export interface IpEvaluation extends FraudEvaluation<IpFindingCode> {
  readonly members: Readonly<Record<IpMember, Outcome>>;
  /** Null if the address is unknown. */
  readonly addressClass: AddressClass | null;
}

/**
 * Checks the IP address of a user: its class, whether its country matches the user's, whether its network hides locations, and
 * how many users share it. None of these proves fraud: anomalies are REVIEW, never FAIL, and parts without a list are
 * NOT_PERFORMED.
 */
export function checkIp(task: IpTask): IpEvaluation {
  const addressClass = task.ip === null ? null : classifyAddress(task.ip);
  const isPublic = addressClass === 'PUBLIC';
  const members = {
    address: [addressFinding(addressClass)],
    country: [countryFinding(isPublic ? task.network.country : null, task.countries)],
    network: networkFindings(isPublic ? task.network.masks : null),
    velocity: velocityFindings(addressClass === null ? null : task.users, task.limits),
  };
  const findings = Object.values(members).flat();
  return { ...combineFindings(findings), members: mapValues(members, worstOutcome), addressClass };
}

const classOfRange: Readonly<Record<string, AddressClass>> = {
  unicast: 'PUBLIC',
  private: 'PRIVATE',
  uniqueLocal: 'PRIVATE',
  linkLocal: 'PRIVATE',
  loopback: 'LOOPBACK',
  carrierGradeNat: 'CARRIER_NAT',
};

/** Reserved for documentation: RFC 5737, RFC 3849, RFC 9637. */
const documentation = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'].map(
  (network) => ipaddr.parseCIDR(network),
);

/** The IPv6 addresses that are routed on the internet. */
const globalUnicastV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Classifies an address.
 *
 * @returns RESERVED for an invalid address, which no request can come from.
 */
export function classifyAddress(ip: string): AddressClass {
  if (!ipaddr.isValid(ip)) return 'RESERVED';
  const address = ipaddr.process(ip);
  if (documentation.some(([network, bits]) => isWithin(address, network, bits))) return 'DOCUMENTATION';
  const known = classOfRange[address.range()] ?? 'RESERVED';
  const isRouted = address instanceof ipaddr.IPv4 || address.match(globalUnicastV6);
  return known === 'PUBLIC' && !isRouted ? 'RESERVED' : known;
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: ipaddr.IPv4 | ipaddr.IPv6, bits: number) {
  return address.kind() === network.kind() && address.match(network as never, bits);
}

function addressFinding(addressClass: AddressClass | null): FraudFinding<IpFindingCode> {
  if (addressClass === null) return { code: 'IP_ADDRESS_UNKNOWN', outcome: 'NOT_PERFORMED' };
  return addressClass === 'PUBLIC'
    ? { code: 'IP_ADDRESS_PUBLIC', outcome: 'PASS' }
    : { code: `IP_ADDRESS_${addressClass}`, outcome: 'REVIEW' };
}

function countryFinding(
  country: NetworkFacts['country'],
  expected: readonly string[],
): FraudFinding<IpFindingCode> {
  const code = country?.code;
  if (!code) return { code: 'IP_COUNTRY_UNKNOWN', outcome: 'NOT_PERFORMED' };
  if (expected.length === 0) return { code: 'IP_COUNTRY_NOT_COMPARED', outcome: 'NOT_PERFORMED' };
  return expected.some((stated) => isSameOrTerritory(stated, code))
    ? { code: 'IP_COUNTRY_EXPECTED', outcome: 'PASS' }
    : { code: 'IP_COUNTRY_DIFFERS', outcome: 'REVIEW' };
}

function networkFindings(masks: NetworkFacts['masks']): FraudFinding<IpFindingCode>[] {
  if (masks === null) return [{ code: 'IP_NETWORK_UNKNOWN', outcome: 'NOT_PERFORMED' }];
  if (masks.length === 0) return [{ code: 'IP_NETWORK_ORDINARY', outcome: 'PASS' }];
  return masks.map((mask) => ({ code: `IP_NETWORK_${mask}`, outcome: 'REVIEW' }));
}

function velocityFindings(users: UserCounts | null, limits: UserCounts): FraudFinding<IpFindingCode>[] {
  if (users === null) return [{ code: 'IP_VELOCITY_UNKNOWN', outcome: 'NOT_PERFORMED' }];
  const findings: FraudFinding<IpFindingCode>[] = [];
  if (users.ofAddress > limits.ofAddress) findings.push({ code: 'IP_ADDRESS_MANY_USERS', outcome: 'REVIEW' });
  if (users.ofNetwork > limits.ofNetwork) findings.push({ code: 'IP_NETWORK_MANY_USERS', outcome: 'REVIEW' });
  return findings.length > 0 ? findings : [{ code: 'IP_VELOCITY_ORDINARY', outcome: 'PASS' }];
}

function worstOutcome(findings: readonly FraudFinding[]): Outcome {
  const outcomes = findings.map(({ outcome }) => outcome);
  return (['FAIL', 'REVIEW', 'NOT_PERFORMED'] as const).find((worst) => outcomes.includes(worst)) ?? 'PASS';
}

function mapValues<Key extends string, From, To>(of: Record<Key, From>, to: (value: From) => To) {
  return Object.fromEntries(Object.entries<From>(of).map(([key, value]) => [key, to(value)])) as Record<
    Key,
    To
  >;
}
