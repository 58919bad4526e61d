/** Ways to hide a location, as network lists classify them. */
export type AddressMask = 'TOR' | 'PROXY' | 'VPN' | 'HOSTING';

/** Facts about an address from network lists. Null: this list is not configured. */
export interface NetworkFacts {
  /** `code`: ISO 3166-1 alpha-2; null if the list does not know the address. */
  readonly country: { readonly code: string | null } | null;
  /** Owner of the network; both null if the list does not know the address. */
  readonly owner: { readonly asn: number | null; readonly organization: string | null } | null;
  readonly masks: readonly AddressMask[] | null;
}

/** Network lists that the operator provides. */
export interface NetworkLists {
  /** Looks up an address. @param ip - address in text form; nothing is known about an invalid one. */
  lookUp(ip: string): NetworkFacts;
}
