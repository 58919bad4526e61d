import type {
  AcceptedDocument,
  ClientInitResponse,
  ClientOutcome,
  ClientState,
  DocumentStep,
  StoredCapture,
} from '@vendor/contract';

type Guard<T> = (value: unknown) => value is T;
type Test = (value: unknown) => boolean;

const isString: Test = (value) => typeof value === 'string';
const isBoolean: Test = (value) => typeof value === 'boolean';
const isOneOf =
  (...allowed: readonly unknown[]): Test =>
  (value) =>
    allowed.includes(value);
const isCount =
  (least: number): Test =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least;
const isMatch =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
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
    typeof value === 'object' &&
    value !== null &&
    tests.every(([name, test]) => test((value as Record<string, unknown>)[name]));
}

const isSlot = isOneOf('front', 'back');
const isDocumentType = isOneOf('PASSPORT', 'NATIONAL_ID', 'DRIVERS_LICENSE', 'RESIDENT_PERMIT');
const isRetryReason = isOneOf(
  'IMAGE_UNREADABLE',
  'IMAGE_TOO_SMALL',
  'IMAGE_BLURRED',
  'IMAGE_TOO_DARK',
  'IMAGE_TOO_BRIGHT',
  'IMAGE_GLARE',
  'DOCUMENT_NOT_FOUND',
  'DOCUMENT_CUT_OFF',
  'DOCUMENT_TOO_FAR',
  'MRZ_NOT_FOUND',
  'MRZ_UNREADABLE',
  'WRONG_DOCUMENT_TYPE',
);

/** Whether an answer is a stored capture as the contract has it. */
export const isStoredCapture = isObject<StoredCapture>({
  slot: isSlot,
  digest: isMatch(/^[A-Za-z0-9_-]{43}$/),
  sizeBytes: (value) => Number.isSafeInteger(value),
});

const isDocumentStep = isObject<DocumentStep>({
  kind: isOneOf('document'),
  id: isString,
  attempt: isCount(1),
  attemptsLeft: isCount(0),
  accepts: isListOf(isObject<AcceptedDocument>({ type: isDocumentType, sides: isListOf(isSlot, 1) }), 1),
  fileAllowed: isBoolean,
  reasons: isListOf(isRetryReason),
  chosen: isNullOr(isDocumentType),
  stored: isListOf(isStoredCapture),
});

const isOutcome = isObject<ClientOutcome>({
  status: isOneOf('APPROVED', 'REVIEW', 'DECLINED', 'EXPIRED', 'ERROR'),
  retryLimitOf: isNullOr(isOneOf('document', 'selfie', 'address', 'card', 'evidence')),
});

/** Whether an answer is a state of the session as the contract has it. */
export const isClientState = isObject<ClientState>({
  seq: isCount(0),
  executionId: isMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  awaiting: isOneOf('user', 'checks', 'none'),
  begun: isBoolean,
  deadline: isMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d/),
  progress: isObject<ClientState['progress']>({ done: isCount(0), total: isCount(0) }),
  step: isNullOr(isDocumentStep),
  outcome: isNullOr(isOutcome),
});

/** Whether an answer to `client/init` is what the contract says. */
export const isClientInitResponse = isObject<ClientInitResponse>({
  sessionKey: isString,
  configuration: isOneOf('valid', 'invalid'),
  requester: isString,
  state: isClientState,
});
