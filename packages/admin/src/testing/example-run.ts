import type { AdminExecution, AdminExecutionRow } from '@vendor/contract/admin';

/** Returns an example row of the list, with changes. */
export function exampleRow(change: Partial<AdminExecutionRow> = {}): AdminExecutionRow {
  return {
    id: '7f9f4be2-6a3b-4c7e-9d61-0a4a2f6d1c55',
    workflow: { id: '0d0b6a52-15f5-4fd1-8c25-5b4f5d0f4e11', name: 'Know your customer', version: 3 },
    user: 'M•••a L•••z',
    mode: 'live',
    channel: 'token',
    status: 'REVIEW',
    createdAt: '2026-11-27T09:00:00.000Z',
    finishedAt: '2026-11-27T09:04:00.000Z',
    purgedAt: null,
    isBroken: false,
    doubts: [],
    revision: 4,
    ...change,
  };
}

/** Returns an example run without evidence and checks, with changes. */
export function exampleRun(change: Partial<AdminExecution> = {}): AdminExecution {
  return {
    ...exampleRow(),
    isMasked: true,
    isReadable: true,
    begunAt: null,
    openUntil: null,
    platform: null,
    loip: null,
    may: { reveal: null, decide: null, resend: null, seeMedia: null, sendLink: null },
    stage: [],
    why: [],
    inputs: [],
    evidence: [],
    checks: [],
    agreement: [],
    path: [],
    elsewhere: [],
    decisions: [],
    deliveries: [],
    events: [],
    notStored: [],
    ...change,
  };
}
