import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const phoneFindings: Readonly<Record<CodeOf<'phone'>, string>> = {
  PHONE_NUMBER_VALID: 'The phone number is valid in the numbering plan of its country code.',
  PHONE_NUMBER_INVALID: 'No country assigns such a phone number.',
  PHONE_LINE_TYPE_PERSONAL: 'The phone number is of a kind that people have, such as mobile or fixed-line.',
  PHONE_LINE_TYPE_VOIP: 'The phone number is an internet (VoIP) number.',
  PHONE_LINE_TYPE_NOT_PERSONAL:
    'The phone number is of a kind that people do not have, such as toll-free or premium rate.',
  PHONE_LINE_TYPE_UNKNOWN: 'The kind of the phone number is not known.',
  PHONE_CARRIER_UNKNOWN: 'The carrier of the phone number was not checked.',
  PHONE_REACHABILITY_UNKNOWN: 'Whether the phone number is in use was not checked.',
};
