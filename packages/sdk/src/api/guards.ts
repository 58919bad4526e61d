import type {
  AcceptedDocument,
  AddressStep,
  CardStep,
  ClientInitResponse,
  ClientOutcome,
  ClientState,
  DocumentStep,
  EvidenceStep,
  EvidenceText,
  FormField,
  FormStep,
  SandboxSession,
  SelfieStep,
  StoredCapture,
} from '@vendor/contract';
import { SUPPORTED_LANGUAGES } from '../config/configuration.ts';
import { contradictsItself } from './contradiction.ts';

type Guard<T> = (value: unknown) => value is T;
type Test = (value: unknown) => boolean;

const isString = (value: unknown): value is string => typeof value === 'string';
const isOneOf =
  (...allowed: readonly unknown[]): Test =>
  (value) =>
    allowed.includes(value);
const isBoolean = isOneOf(true, false);
const isCount =
  (least: number): Test =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least;
const isMatch =
  (pattern: RegExp): Test =>
  (value) =>
    isString(value) && pattern.test(value);
const isNullOr =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const isListOf =
  (test: Test, least = 0): Test =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.every(test);

/** An object whose members all pass; the compiler makes sure that none of the type is forgotten. */
function isObject<T>(members: { readonly [Member in keyof T]-?: Test }): Guard<T> {
  const tests = Object.entries<Test>(members);
  return (value): value is T =>
    Object(value) === value && tests.every(([name, test]) => test((value as Record<string, unknown>)[name]));
}

const isSide = isOneOf('front', 'back');
const isSlot = isMatch(/^(front|back|selfie-([1-6]|video)|address|card-(front|back)|evidence-[1-5])$/);
const isDocumentType = isOneOf('PASSPORT', 'NATIONAL_ID', 'DRIVERS_LICENSE', 'RESIDENT_PERMIT');
const imageReasons = [
  'IMAGE_UNREADABLE',
  'IMAGE_TOO_SMALL',
  'IMAGE_BLURRED',
  'IMAGE_TOO_DARK',
  'IMAGE_TOO_BRIGHT',
] as const;
const isDocumentReason = isOneOf(
  ...imageReasons,
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
  ...imageReasons,
  'FACE_NOT_FOUND',
  'FACES_MANY',
  'FACE_TOO_SMALL',
  'FACE_COVERED',
  'FACE_TURNED_WRONG',
  'SELFIE_STILL',
  'SELFIE_TOO_FAST',
);

/** Whether an answer is a stored capture as the contract has it. */
export const isStoredCapture = isObject<StoredCapture>({
  slot: isSlot,
  digest: isMatch(/^[A-Za-z0-9_-]{43}$/),
  sizeBytes: Number.isSafeInteger,
});

/** Members shared by all steps for which a file may be chosen. */
const attempt = {
  id: isString,
  attempt: isCount(1),
  attemptsLeft: isCount(0),
  fileAllowed: isBoolean,
  stored: isListOf(isStoredCapture),
};

const isDocumentStep = isObject<DocumentStep>({
  ...attempt,
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
  attempt: isOneOf(1),
  attemptsLeft: isOneOf(0),
  stored: isListOf(() => false),
  fields: isListOf(isObject<FormField>({ name: isMatch(/^[a-z0-9_]+$/), required: isBoolean }), 1),
});

const fileReasons = ['FILE_PROTECTED', 'FILE_TOO_LONG', 'FILE_UNREADABLE', 'IMAGE_TOO_SMALL'] as const;
const cardReasons = ['IMAGE_TOO_SMALL', 'IMAGE_BLURRED', 'IMAGE_TOO_DARK', 'IMAGE_GLARE'] as const;

const isAddressStep = isObject<AddressStep>({
  ...attempt,
  kind: isOneOf('address'),
  accepts: isListOf(
    isOneOf('UTILITY_BILL', 'BANK_STATEMENT', 'TAX_DOCUMENT', 'GOVERNMENT_LETTER', 'RENTAL_AGREEMENT'),
    1,
  ),
  maxAgeDays: isCount(1),
  reasons: isListOf(
    isOneOf(
      ...cardReasons,
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
  ...attempt,
  kind: isOneOf('card'),
  sides: isListOf(isSide, 1),
  reasons: isListOf(
    isOneOf(
      ...cardReasons,
      'IMAGE_UNREADABLE',
      'CARD_NOT_FOUND',
      'CARD_NUMBER_NOT_FOUND',
      'CARD_NUMBER_UNREADABLE',
    ),
  ),
});

/** Texts from the service are trimmed. */
const isWords =
  (longest: number): Test =>
  (value) =>
    isString(value) && value.trim() !== '' && value.trim().length <= longest;
const isText = isObject<EvidenceText>({ title: isWords(80), instructions: isWords(1000) });
const isTextOrNone: Test = (value) => value === undefined || isText(value);
const isFileCount: Test = (value) => isCount(1)(value) && (value as number) <= 5;

const isEvidenceStep = isObject<EvidenceStep>({
  ...attempt,
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

const isStep: Test = (step) =>
  [isDocumentStep, isSelfieStep, isAddressStep, isCardStep, isEvidenceStep, isFormStep].some((isOne) =>
    isOne(step),
  );

const isOutcome = isObject<ClientOutcome>({
  status: isOneOf('APPROVED', 'REVIEW', 'DECLINED', 'EXPIRED', 'ERROR'),
  retryLimitOf: isNullOr(isOneOf('document', 'selfie', 'address', 'card', 'evidence')),
});

const hasShapeOfState = isObject<ClientState>({
  seq: isCount(0),
  executionId: isMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  awaiting: isOneOf('user', 'checks', 'none'),
  begun: isBoolean,
  deadline: isMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d/),
  timeLeftMs: isCount(0),
  extendable: isBoolean,
  // In this order: what is no number may not even be compared with one.
  progress: (value) =>
    isObject<ClientState['progress']>({ done: isCount(0), total: isCount(Object(value).done) })(value),
  step: isNullOr(isStep),
  outcome: isNullOr(isOutcome),
  // A service may be older than phones are to it.
  handOff: isOneOf(undefined, 'none', 'possible', 'elsewhere', 'silent'),
});

/** Whether an answer is a state of the session as the contract has it, which says one thing. */
export const isClientState: Guard<ClientState> = (value): value is ClientState =>
  hasShapeOfState(value) && !contradictsItself(value);

const isSandbox = isObject<SandboxSession>({
  camera: isOneOf('scripted'),
  fails: isOneOf(null, 'error_code_1', 'error_code_4'),
});

const hasShapeOfInit = isObject<ClientInitResponse>({
  sessionKey: isString,
  configuration: isOneOf('valid', 'hosted', 'invalid'),
  requester: isString,
  state: hasShapeOfState,
  sandbox: (value) => value === undefined || isSandbox(value),
  // Checked by the flow as every theme is, whatever it is.
  theme: (_value) => true,
  wantsDevice: isOneOf(undefined, true, false),
});

/** Whether an answer to `client/init` is what the contract says. */
export const isClientInitResponse: Guard<ClientInitResponse> = (value): value is ClientInitResponse =>
  // Accepts steps that this version cannot show: they continue elsewhere, and are not described here.
  hasShapeOfInit(value) && (value.configuration !== 'valid' || !contradictsItself(value.state));
