/** Data on a specimen payment card. */
export interface CardIdentity {
  /** Only digits. */
  readonly number: string;
  /** `YYYY-MM`: the last month in which the card is valid. */
  readonly expiry: string;
  readonly name: string;
}

/** Numbers that networks and acquirers publish for tests: well-formed, but without an account. */
export const cardTestNumbers = {
  VISA: '4111111111111111',
  MASTERCARD: '5555555555554444',
  'MASTERCARD of the 2 series': '2223003122003222',
  AMEX: '378282246310005',
  DISCOVER: '6011000990139424',
  DINERS_CLUB: '36227206271667',
  JCB: '3566002020360505',
  UNIONPAY: '6200000000000005',
  MAESTRO: '6759649826438453',
} as const;

/** Returns a card of the same holder as the other specimens, valid for three more years. */
export function specimenCard(now: Date, changes: Partial<CardIdentity> = {}): CardIdentity {
  const month = String(now.getUTCMonth() + 1).padStart(2, '0');
  return {
    number: cardTestNumbers.VISA,
    expiry: `${now.getUTCFullYear() + 3}-${month}`,
    name: 'ANNA MARIA ERIKSSON',
    ...changes,
  };
}

/** Splits a number into the groups in which cards with numbers of that length print it. */
export function groupsOf(number: string): string[] {
  const sizes = { 14: [4, 6, 4], 15: [4, 6, 5] }[number.length] ?? [4, 4, 4, 4, 4];
  const groups: string[] = [];
  for (let start = 0, index = 0; start < number.length; start += sizes[index]!, index++)
    groups.push(number.slice(start, start + sizes[index]!));
  return groups;
}
