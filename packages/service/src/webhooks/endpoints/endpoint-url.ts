import { webUrlSchema } from '@vendor/contract';
import { isThisMachine, mayLeadTo } from '../../outgoing/public-address.ts';

/** Rules for addresses that events may go to. */
export interface EndpointPolicy {
  /** Also to this machine: for development. */
  readonly allowLoopback: boolean;
  /** Private addresses and networks (CIDR) that the operator named. */
  readonly networks: readonly string[];
}

/** Replaces a hidden query. */
const hiddenQuery = '?…';
/** The same as a parsed URL has it. */
const hiddenSearch = `?${encodeURIComponent('…')}`;

/** An address as its account is shown it: some receivers are told apart by a secret in the query. */
export function shownUrl(url: string): string {
  return new URL(url).search === '' ? url : url.replace(/\?.*$/s, hiddenQuery);
}

/**
 * Finds what is wrong with an address for events. Allowed are https at a public address and in the networks that the policy
 * names, and this machine, where the service may connect to it. @returns in words that follow its name; null: nothing is.
 */
export function faultOfEndpointUrl(text: string, policy: EndpointPolicy): string | null {
  const { allowLoopback } = policy;
  if (!webUrlSchema.safeParse(text).success) return 'must be an absolute https URL';
  const { protocol, username, password, search, hash, hostname } = new URL(text);
  if (username !== '' || password !== '') return 'must hold no user name or password';
  if (hash !== '') return 'must hold no fragment';
  // A caller that reads an endpoint and writes it back would lose the query that its receiver is told apart by.
  if (search.startsWith(hiddenSearch)) return 'must be whole: "?…" stands for a query that is not shown';
  const isHere = allowLoopback && isThisMachine(hostname);
  if (protocol !== 'https:' && !isHere)
    return `must be https${allowLoopback ? ', unless it leads to this machine' : ''}: what is sent there is personal data`;
  if (!mayLeadTo(hostname, policy))
    return 'must lead to a public address, or into a network that WEBHOOK_NETWORKS names: the service connects to no other';
  return null;
}
