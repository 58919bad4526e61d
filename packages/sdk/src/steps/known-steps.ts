import type {
  AcceptedDocument,
  AddressStep,
  CardStep,
  ClientStep,
  DocumentStep,
  EvidenceStep,
  EvidenceText,
  FormField,
  FormStep,
  SelfieStep,
} from '@vendor/contract';
import {
  type Guard,
  isBoolean,
  isCount,
  isListOf,
  isMatch,
  isNullOr,
  isObject,
  isOneOf,
  isStoredCapture,
  isString,
  type Test,
} from '../api/guard-parts.ts';
import { SUPPORTED_LANGUAGES } from '../config/configuration.ts';
import type { CollectStep } from '../flow/collecting.ts';
import { collectStepOf, type FlowState } from '../flow/flow-state.ts';
import type { Screen } from '../flow/screen.ts';
import type { Covering } from './covering.ts';

const isSide = isOneOf('front', 'back');
const isDocumentType = isOneOf('PASSPORT', 'NATIONAL_ID', 'DRIVERS_LICENSE', 'RESIDENT_PERMIT');
/** Reasons shared by pictures of documents and selfies. */
const documentAndSelfieReasons = [
  'IMAGE_UNREADABLE',
  'IMAGE_TOO_SMALL',
  'IMAGE_BLURRED',
  'IMAGE_TOO_DARK',
  'IMAGE_TOO_BRIGHT',
] as const;
const isDocumentReason = isOneOf(
  ...documentAndSelfieReasons,
  'IMAGE_GLARE',
  'DOCUMENT_NOT_FOUND',
  'DOCUMENT_CUT_OFF',
  'DOCUMENT_TOO_FAR',
  'MRZ_NOT_FOUND',
  'MRZ_UNREADABLE',
  'WRONG_DOCUMENT_TYPE',
  'WRONG_SIDE',
);
const isSelfieReason = isOneOf(
  ...documentAndSelfieReasons,
  'FACE_NOT_FOUND',
  'FACES_MANY',
  'FACE_TOO_SMALL',
  'FACE_COVERED',
  'FACE_TURNED_WRONG',
  'SELFIE_STILL',
  'SELFIE_TOO_FAST',
);

/** Guards of the members that the steps share in which the user may upload files: document, address, card and evidence. */
const fileStepMembers = {
  id: isString,
  attempt: isCount(1),
  attemptsLeft: isCount(0),
  fileAllowed: isBoolean,
  stored: isListOf(isStoredCapture),
};

const isDocumentStep = isObject<DocumentStep>({
  ...fileStepMembers,
  kind: isOneOf('document'),
  accepts: isListOf(isObject<AcceptedDocument>({ type: isDocumentType, sides: isListOf(isSide, 1) }), 1),
  reasons: isListOf(isDocumentReason),
  chosen: isNullOr(isDocumentType),
});

const isSelfieStep = isObject<SelfieStep>({
  kind: isOneOf('selfie'),
  id: isString,
  attempt: isCount(1),
  attemptsLeft: isCount(0),
  stored: isListOf(isStoredCapture),
  reasons: isListOf(isSelfieReason),
  poses: (value) =>
    isListOf(isOneOf('straight', 'left', 'right', 'closer'), 2)(value) && (value as []).length <= 6,
  secondsPerPose: isCount(1),
});

const isFormStep = isObject<FormStep>({
  kind: isOneOf('form'),
  id: isString,
  // Always the first and last attempt, because the service asks for invalid answers again without counting them.
  attempt: isOneOf(1),
  attemptsLeft: isOneOf(0),
  // Always empty, because a form has no uploads.
  stored: isListOf(() => false),
  fields: isListOf(isObject<FormField>({ name: isMatch(/^[a-z0-9_]+$/), required: isBoolean }), 1),
});

/** Reasons shared by files for an address or as evidence. */
const fileReasons = ['FILE_PROTECTED', 'FILE_TOO_LONG', 'FILE_UNREADABLE', 'IMAGE_TOO_SMALL'] as const;
/** Reasons shared by pictures of address documents and payment cards. */
const addressAndCardReasons = ['IMAGE_TOO_SMALL', 'IMAGE_BLURRED', 'IMAGE_TOO_DARK', 'IMAGE_GLARE'] as const;

const isAddressStep = isObject<AddressStep>({
  ...fileStepMembers,
  kind: isOneOf('address'),
  accepts: isListOf(
    isOneOf('UTILITY_BILL', 'BANK_STATEMENT', 'TAX_DOCUMENT', 'GOVERNMENT_LETTER', 'RENTAL_AGREEMENT'),
    1,
  ),
  maxAgeDays: isCount(1),
  reasons: isListOf(
    isOneOf(
      ...addressAndCardReasons,
      ...fileReasons,
      'DOCUMENT_CUT_OFF',
      'TEXT_UNREADABLE',
      'ADDRESS_DOCUMENT_NOT_FOUND',
      'NAME_NOT_FOUND',
      'ADDRESS_NOT_FOUND',
      'DOCUMENT_TOO_OLD',
    ),
  ),
});

const isCardStep = isObject<CardStep>({
  ...fileStepMembers,
  kind: isOneOf('card'),
  sides: isListOf(isSide, 1),
  reasons: isListOf(
    isOneOf(
      ...addressAndCardReasons,
      'IMAGE_UNREADABLE',
      'CARD_NOT_FOUND',
      'CARD_NUMBER_NOT_FOUND',
      'CARD_NUMBER_UNREADABLE',
    ),
  ),
});

/** Checks for a text that is not blank, and limits its length without surrounding spaces. */
const isWords =
  (maxLength: number): Test =>
  (value) =>
    isString(value) && value.trim() !== '' && value.trim().length <= maxLength;
const isText = isObject<EvidenceText>({ title: isWords(80), instructions: isWords(1000) });
const isTextOrNone: Test = (value) => value === undefined || isText(value);
const isFileCount: Test = (value) => isCount(1)(value) && (value as number) <= 5;

const isEvidenceStep = isObject<EvidenceStep>({
  ...fileStepMembers,
  kind: isOneOf('evidence'),
  texts: isObject(
    Object.fromEntries(
      SUPPORTED_LANGUAGES.map((language) => [language, language === 'en' ? isText : isTextOrNone]),
    ),
  ),
  minFiles: isFileCount,
  maxFiles: isFileCount,
  accepts: isListOf(isOneOf('image', 'pdf'), 1),
  reasons: isListOf(isOneOf(...fileReasons)),
});

const guards = [isDocumentStep, isSelfieStep, isAddressStep, isCardStep, isEvidenceStep, isFormStep] as const;

type StepOf<G> = G extends Guard<infer Step> ? Step : never;

/** Returns whether an answer is a step that this version can show. */
export const isStep: Covering<ClientStep, StepOf<(typeof guards)[number]>, Test> = (step: unknown) =>
  guards.some((isOne) => isOne(step));

/** Returns the welcome screen, which names what the first step asks for. */
export function welcomeScreen(state: FlowState): Extract<Screen, { kind: 'welcome' }> {
  const { requester, resumed, service } = state;
  // Does not compile if a kind of step is missing, because the welcome must name it.
  const first: 'document' | 'selfie' | 'form' | CollectStep['kind'] | undefined = service.step?.kind;
  return {
    kind: 'welcome',
    requester,
    resumed,
    selfie: first === 'selfie',
    form: first === 'form',
    files: collectStepOf(state) !== null,
  };
}
