import type {
  AddressStep,
  CardStep,
  ClientState,
  DocumentStep,
  EvidenceStep,
  FormStep,
  SelfieStep,
} from '@vendor/contract';

/** Returns a document step at its first attempt, accepting a passport and a two-sided card. */
export function documentStep(members: Partial<DocumentStep> = {}): DocumentStep {
  return {
    kind: 'document',
    id: 'document',
    attempt: 1,
    attemptsLeft: 2,
    accepts: [
      { type: 'PASSPORT', sides: ['front'] },
      { type: 'NATIONAL_ID', sides: ['front', 'back'] },
    ],
    fileAllowed: true,
    reasons: [],
    chosen: null,
    stored: [],
    ...members,
  };
}

/** Returns a document step that accepts only a passport. */
export const passportStep = (members: Partial<DocumentStep> = {}): DocumentStep =>
  documentStep({ accepts: [{ type: 'PASSPORT', sides: ['front'] }], ...members });

/** Returns a selfie step at its first attempt. */
export function selfieStep(members: Partial<SelfieStep> = {}): SelfieStep {
  return {
    kind: 'selfie',
    id: 'selfie',
    attempt: 1,
    attemptsLeft: 2,
    reasons: [],
    poses: ['straight', 'left', 'closer', 'right'],
    secondsPerPose: 4,
    stored: [],
    ...members,
  };
}

/** Members that all steps that collect files share at their first attempt. */
const firstAttempt = { attempt: 1, attemptsLeft: 2, fileAllowed: true, stored: [], reasons: [] };

/** Returns a step that asks for a letter with the user's address. */
export const addressStep = (members: Partial<AddressStep> = {}): AddressStep => ({
  ...firstAttempt,
  kind: 'address',
  id: 'address',
  accepts: ['UTILITY_BILL', 'BANK_STATEMENT'],
  maxAgeDays: 90,
  ...members,
});

/** Returns a step that asks for both sides of a payment card. */
export const cardStep = (members: Partial<CardStep> = {}): CardStep => ({
  ...firstAttempt,
  kind: 'card',
  id: 'card',
  sides: ['front', 'back'],
  ...members,
});

/** Returns a step that asks for one to three files, with texts written by the integrator. */
export const evidenceStep = (members: Partial<EvidenceStep> = {}): EvidenceStep => ({
  ...firstAttempt,
  kind: 'evidence',
  id: 'evidence',
  texts: {
    en: { title: 'Proof of income', instructions: 'Show your last payslips.' },
    de: { title: 'Einkommensnachweis', instructions: 'Zeigen Sie Ihre letzten Gehaltszettel.' },
  },
  minFiles: 1,
  maxFiles: 3,
  accepts: ['image', 'pdf'],
  ...members,
});

/** Returns a form that asks for an email address, a date of birth and, optionally, a second address line. */
export const formStep = (members: Partial<FormStep> = {}): FormStep => ({
  kind: 'form',
  id: 'form',
  attempt: 1,
  attemptsLeft: 0,
  stored: [],
  fields: [
    { name: 'email', required: true },
    { name: 'user_dob', required: true },
    { name: 'user_street2', required: false },
  ],
  ...members,
});

/** Returns the state of a session that waits for the user to begin its first step. */
export function clientState(members: Partial<ClientState> = {}): ClientState {
  return {
    seq: 1,
    executionId: '6f0f3a0e-3c1f-4a53-9a0e-7d3c5f1b2a11',
    awaiting: 'user',
    begun: false,
    deadline: '2030-01-01T00:00:00Z',
    timeLeftMs: 60 * 60_000,
    extendable: false,
    progress: { done: 0, total: 1 },
    step: documentStep(),
    outcome: null,
    ...members,
  };
}

export const awaitingChecks = (members: Partial<ClientState> = {}): ClientState =>
  clientState({ seq: 5, begun: true, awaiting: 'checks', step: null, ...members });

export const finished = (
  outcome: NonNullable<ClientState['outcome']>,
  members: Partial<ClientState> = {},
): ClientState =>
  clientState({
    seq: 9,
    begun: true,
    awaiting: 'none',
    step: null,
    outcome,
    progress: { done: 1, total: 1 },
    ...members,
  });
