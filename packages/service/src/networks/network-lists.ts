/** Ways to hide where one is, as lists of networks tell them. */
export type AddressMask = 'TOR' | 'PROXY' | 'VPN' | 'HOSTING';

/** Facts that lists of networks know of an address. Null: there is no such list. */
export interface NetworkFacts {
  /** `code`: ISO 3166-1 alpha-2; null where the list does not know the address. */
  readonly country: { readonly code: string | null } | null;
  /** Owner of the network; both null if the list does not know the address. */
  readonly owner: { readonly asn: number | null; readonly organization: string | null } | null;
  readonly masks: readonly AddressMask[] | null;
}

/** The lists of networks that the operator has put there. */
export interface NetworkLists {
  /** @param ip - an address in text; of what is none, nothing is known. */
  lookUp(ip: string): NetworkFacts;
}
