import type * as checks from '@vendor/checks';
import type { CheckNode } from '../node.ts';

/** Result of a check of `@vendor/checks` that came to a judgement. */
type Judged<Check extends (...args: never[]) => unknown> = Extract<
  Awaited<ReturnType<Check>>,
  { readonly findings: unknown }
>;
/** The codes that it can find. */
type CodeOf<Check extends (...args: never[]) => unknown> =
  Judged<Check> extends { readonly findings: readonly { readonly code: infer Code extends string }[] }
    ? Code
    : never;

/** All of a union, by name: one that is missing here, or too much, is a type error. */
const allOf = <Name extends string>(names: Record<Name, true>) => Object.keys(names) as Name[];

/** The payment networks that a card check tells apart. */
export const cardBrands: readonly string[] = allOf<NonNullable<Judged<typeof checks.judgeCard>['brand']>>({
  VISA: true,
  MASTERCARD: true,
  AMEX: true,
  DISCOVER: true,
  DINERS_CLUB: true,
  JCB: true,
  UNIONPAY: true,
  MAESTRO: true,
  MIR: true,
  ELO: true,
  HIPER: true,
  HIPERCARD: true,
  RUPAY: true,
  TROY: true,
  VERVE: true,
  DANKORT: true,
  BORICA: true,
  UKRCARD: true,
});

/** Codes that a search in lists of people can find: the service's own, because the lists are. */
export type AmlFindingCode =
  /** A name without a single letter or digit: it cannot be looked for. */
  | 'AML_NAME_UNREADABLE'
  /** There is no list, or one that the node names is not there. */
  | 'AML_LIST_MISSING'
  /** An entry of the same name and birth date. */
  | 'AML_EXACT_HIT'
  | 'AML_HIT'
  /** Of every name, in every list that was to be looked into. */
  | 'AML_NO_HIT';

/** The codes that a check can find, by the kind of its node: of no other can a condition ask. */
export const findingCodes: Record<CheckNode['kind'], readonly string[]> = {
  document: allOf<CodeOf<typeof checks.checkDocument> | 'DUPLICATE_DOCUMENT'>({
    PICTURE_SOFT: true,
    PICTURE_GLARING: true,
    EXPIRED: true,
    EXPIRATION_DATE_UNKNOWN: true,
    FIELD_MALFORMED: true,
    ISSUER_UNKNOWN: true,
    SPECIMEN: true,
    BIRTH_DATE_UNKNOWN: true,
    BIRTH_AFTER_EXPIRATION: true,
    EXPIRATION_IMPLAUSIBLE: true,
    CHECK_DIGIT_WRONG: true,
    READING_CORRECTED: true,
    NAME_SIMILAR: true,
    NAME_DIFFERENT: true,
    NAME_NOT_COMPARABLE: true,
    DATE_OF_BIRTH_DIFFERENT: true,
    UNDER_MINIMUM_AGE: true,
    ZONES_DIFFERENT: true,
    PAGE_WITHOUT_COLOUR: true,
    BARCODE_UNREADABLE: true,
    BARCODE_HEADER_MALFORMED: true,
    BARCODE_VERSION_UNKNOWN: true,
    BARCODE_LENGTHS_WRONG: true,
    BARCODE_ELEMENT_MISSING: true,
    BARCODE_ISSUER_UNKNOWN: true,
    BARCODE_COUNTRY_DIFFERENT: true,
    BARCODE_STATE_DIFFERENT: true,
    BARCODE_DATES_IMPOSSIBLE: true,
    DUPLICATE_DOCUMENT: true,
  }),
  selfie: allOf<CodeOf<typeof checks.checkSelfie> | 'FRAME_SEEN_BEFORE' | 'VIRTUAL_CAMERA'>({
    LIVENESS_UNPROVEN: true,
    FACE_MAY_BE_PICTURE: true,
    FACES_MAY_DIFFER: true,
    FACES_DIFFER: true,
    REFERENCE_MISSING: true,
    REFERENCE_UNUSABLE: true,
    FACE_MAY_DIFFER: true,
    FACE_DIFFERS: true,
    FRAME_SEEN_BEFORE: true,
    VIRTUAL_CAMERA: true,
  }),
  address: allOf<CodeOf<typeof checks.checkAddress>>({
    LETTER_KIND_UNSURE: true,
    LETTER_KIND_UNKNOWN: true,
    LETTER_KIND_NOT_ACCEPTED: true,
    LETTER_DATE_UNKNOWN: true,
    LETTER_DATE_AMBIGUOUS: true,
    LETTER_TOO_OLD: true,
    ADDRESS_INCOMPLETE: true,
    RECIPIENT_UNCLEAR: true,
    ADDRESS_SIMILAR: true,
    ADDRESS_DIFFERENT: true,
    NAME_SIMILAR: true,
    NAME_MISSING: true,
    NOT_COMPARABLE: true,
    READING_UNSURE: true,
    TEXT_NOT_SHOWN: true,
  }),
  card: allOf<CodeOf<typeof checks.judgeCard>>({
    CARD_NUMBER_INVALID: true,
    CARD_NUMBER_COVERED: true,
    CARD_BRAND_UNKNOWN: true,
    CARD_EXPIRED: true,
    CARD_EXPIRY_NOT_READ: true,
    CARD_EXPIRY_UNCERTAIN: true,
    CARD_EXPIRY_IMPLAUSIBLE: true,
    NAME_SIMILAR: true,
    NAME_DIFFERENT: true,
    NAME_NOT_READ: true,
  }),
  evidence: allOf<CodeOf<typeof checks.checkEvidence>>({ FILE_BLANK: true, FILE_REPEATED: true }),
  email: allOf<CodeOf<typeof checks.checkEmail>>({
    EMAIL_SYNTAX_VALID: true,
    EMAIL_SYNTAX_INVALID: true,
    EMAIL_SCRIPTS_MIXED: true,
    EMAIL_CHARACTERS_UNUSUAL: true,
    EMAIL_DOMAIN_VALID: true,
    EMAIL_DOMAIN_INVALID: true,
    EMAIL_DOMAIN_RESERVED: true,
    EMAIL_DOMAIN_NOT_DISPOSABLE: true,
    EMAIL_DOMAIN_DISPOSABLE: true,
    EMAIL_PRIVACY_RELAY: true,
    EMAIL_DELIVERABILITY_UNKNOWN: true,
  }),
  phone: allOf<CodeOf<typeof checks.checkPhone>>({
    PHONE_NUMBER_VALID: true,
    PHONE_NUMBER_INVALID: true,
    PHONE_LINE_TYPE_PERSONAL: true,
    PHONE_LINE_TYPE_VOIP: true,
    PHONE_LINE_TYPE_NOT_PERSONAL: true,
    PHONE_LINE_TYPE_UNKNOWN: true,
    PHONE_CARRIER_UNKNOWN: true,
    PHONE_REACHABILITY_UNKNOWN: true,
  }),
  ip: allOf<CodeOf<typeof checks.checkIp>>({
    IP_ADDRESS_PUBLIC: true,
    IP_ADDRESS_UNKNOWN: true,
    IP_ADDRESS_PRIVATE: true,
    IP_ADDRESS_LOOPBACK: true,
    IP_ADDRESS_CARRIER_NAT: true,
    IP_ADDRESS_DOCUMENTATION: true,
    IP_ADDRESS_RESERVED: true,
    IP_COUNTRY_EXPECTED: true,
    IP_COUNTRY_DIFFERS: true,
    IP_COUNTRY_UNKNOWN: true,
    IP_COUNTRY_NOT_COMPARED: true,
    IP_NETWORK_ORDINARY: true,
    IP_NETWORK_TOR: true,
    IP_NETWORK_PROXY: true,
    IP_NETWORK_VPN: true,
    IP_NETWORK_HOSTING: true,
    IP_NETWORK_UNKNOWN: true,
    IP_VELOCITY_ORDINARY: true,
    IP_ADDRESS_MANY_USERS: true,
    IP_NETWORK_MANY_USERS: true,
    IP_VELOCITY_UNKNOWN: true,
  }),
  device: allOf<CodeOf<typeof checks.checkDevice>>({
    DEVICE_AUTOMATED: true,
    DEVICE_HEADLESS: true,
    DEVICE_AUTOMATION_TRACES: true,
    DEVICE_AUTOMATION_HIDDEN: true,
    DEVICE_PLATFORM_DIFFERS: true,
    DEVICE_AGENT_DIFFERS: true,
    DEVICE_BRAND_DIFFERS: true,
    DEVICE_TOUCH_MISSING: true,
    DEVICE_SCREEN_IMPOSSIBLE: true,
    DEVICE_MEMBERS_REPLACED: true,
    DEVICE_LANGUAGES_MISSING: true,
    DEVICE_CLOCK_DIFFERS: true,
    DEVICE_TIME_ZONE_DIFFERS: true,
    DEVICE_RENDERER_VIRTUAL: true,
    DEVICE_MANY_USERS: true,
    DEVICE_UNKNOWN: true,
    DEVICE_NOT_AUTOMATED: true,
    DEVICE_CONSISTENT: true,
    DEVICE_TIME_ZONE_EXPECTED: true,
    DEVICE_TIME_ZONE_UNKNOWN: true,
    DEVICE_RENDERER_ORDINARY: true,
    DEVICE_RENDERER_UNKNOWN: true,
    DEVICE_USERS_ORDINARY: true,
    DEVICE_USERS_UNKNOWN: true,
  }),
  aml: allOf<AmlFindingCode>({
    AML_NAME_UNREADABLE: true,
    AML_LIST_MISSING: true,
    AML_EXACT_HIT: true,
    AML_HIT: true,
    AML_NO_HIT: true,
  }),
  'national-id': allOf<CodeOf<typeof checks.checkNationalId>>({
    NATIONAL_ID_POSSIBLE: true,
    NATIONAL_ID_IMPOSSIBLE: true,
    NATIONAL_ID_UNPROVABLE: true,
    NATIONAL_ID_BIRTH_DATE_AGREES: true,
    NATIONAL_ID_BIRTH_DATE_DIFFERS: true,
    NATIONAL_ID_REGISTER_NOT_ASKED: true,
    NATIONAL_ID_REGISTER_AGREES: true,
    NATIONAL_ID_REGISTER_AGREES_PARTLY: true,
    NATIONAL_ID_REGISTER_DIFFERS: true,
    NATIONAL_ID_REGISTER_UNKNOWN: true,
  }),
};
