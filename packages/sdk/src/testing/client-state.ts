import type { ClientState, DocumentStep } from '@vendor/contract';

/** A document step at its first attempt, accepting a passport and a two-sided card. */
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

/** A step that accepts nothing but a passport. */
export const passportStep = (members: Partial<DocumentStep> = {}): DocumentStep =>
  documentStep({ accepts: [{ type: 'PASSPORT', sides: ['front'] }], ...members });

/** A session that waits for the user to begin its first step. */
export function clientState(members: Partial<ClientState> = {}): ClientState {
  return {
    seq: 1,
    executionId: '6f0f3a0e-3c1f-4a53-9a0e-7d3c5f1b2a11',
    awaiting: 'user',
    begun: false,
    deadline: '2030-01-01T00:00:00Z',
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
