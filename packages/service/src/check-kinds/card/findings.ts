import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const cardFindings: Readonly<Record<CodeOf<'card'>, string>> = {
  CARD_NUMBER_INVALID: 'The number of the card is not valid.',
  CARD_NUMBER_COVERED: 'A part of the number of the card is covered.',
  CARD_BRAND_UNKNOWN: 'The network of the card is not known.',
  CARD_SIDES_DIFFER: 'The sides of the card have different numbers or names.',
  CARD_EXPIRED: 'The card has expired.',
  CARD_EXPIRY_NOT_READ: 'The expiry date of the card could not be read.',
  CARD_EXPIRY_UNCERTAIN: 'The expiry date of the card could not be read reliably.',
  CARD_EXPIRY_IMPLAUSIBLE: 'The expiry date of the card is implausible.',
  NAME_SIMILAR: 'The name is similar to the expected one, but not the same.',
  NAME_DIFFERENT: 'The name is not the expected one.',
  NAME_NOT_READ: 'The name on the card could not be read.',
};
