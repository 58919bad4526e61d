import { webUrlSchema } from '@vendor/contract';
import { isThisMachine, mayLeadTo } from '../../outgoing/public-address.ts';

/** Rules for the addresses of endpoints. */
export interface EndpointPolicy {
  /** Also allows this machine, for development. */
  readonly allowLoopback: boolean;
  /** Private addresses and networks (CIDR) that the operator allows. */
  readonly networks: readonly string[];
}

/** Replaces a hidden query. */
const hiddenQuery = '?…';
/** The replacement as it appears in a parsed URL. */
const hiddenSearch = `?${encodeURIComponent('…')}`;

/** Returns the address as shown to its account, without the query, because some receivers use a secret in it. */
export function shownUrl(url: string): string {
  return new URL(url).search === '' ? url : url.replace(/\?.*$/s, hiddenQuery);
}

/**
 * Finds the fault of an address for events. Allows https to public addresses and to networks that the policy names, and this
 * machine if the policy allows it. @returns the end of a sentence about the address; null if it has no fault.
 */
export function faultOfEndpointUrl(text: string, policy: EndpointPolicy): string | null {
  const { allowLoopback } = policy;
  if (!webUrlSchema.safeParse(text).success) return 'must be an absolute https URL';
  const { protocol, username, password, search, hash, hostname } = new URL(text);
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  if (hash !== '') return 'must not contain a fragment';
  // A caller that reads an endpoint and writes it back unchanged would otherwise lose the query.
  if (search.startsWith(hiddenSearch))
    return 'must be complete: "?…" stands for a query that is not displayed';
  const isHere = allowLoopback && isThisMachine(hostname);
  if (protocol !== 'https:' && !isHere)
    return `must be https${allowLoopback ? ', or http on this machine' : ''}, because personal data is sent there`;
  if (!mayLeadTo(hostname, policy))
    return 'must lead to a public address, or to a network listed in WEBHOOK_NETWORKS: other addresses are not called';
  return null;
}
