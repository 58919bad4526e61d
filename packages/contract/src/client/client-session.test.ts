import { describe, expect, it } from 'vitest';
import { clientInitRequestSchema, submitRequestSchema } from './client-session.ts';
import { clientStateSchema, clientStepSchema } from './client-state.ts';

const digest = 'A'.repeat(43);

describe('client session schemas', () => {
  it('requires SDK version, capabilities and a nonce', () => {
    const init = { sdkVersion: '1.2.3', capabilities: ['document'], nonce: 'abcdefghijklmnop' };
    expect(clientInitRequestSchema.safeParse(init).success).toBe(true);
    for (const nonce of ['short', 'x'.repeat(65), 'abcdefghijklmno=', undefined]) {
      expect(clientInitRequestSchema.safeParse({ ...init, nonce }).success).toBe(false);
    }
  });

  it('accepts a submission with the digest of each capture', () => {
    expect(
      submitRequestSchema.safeParse({ documentType: 'PASSPORT', captures: { front: digest } }).success,
    ).toBe(true);
    expect(
      submitRequestSchema.safeParse({ documentType: 'PASSPORT', captures: { side: digest } }).success,
    ).toBe(false);
    expect(
      submitRequestSchema.safeParse({ documentType: 'PASSPORT', captures: { front: 'short' } }).success,
    ).toBe(false);
    expect(submitRequestSchema.safeParse({ documentType: 'VISA', captures: {} }).success).toBe(false);
  });

  it('accepts a selfie submission without a document type', () => {
    const captures = { 'selfie-1': digest, 'selfie-2': digest, 'selfie-video': digest };
    expect(submitRequestSchema.safeParse({ captures }).success).toBe(true);
    expect(submitRequestSchema.safeParse({ captures: { 'selfie-7': digest } }).success).toBe(false);
  });

  it('requires two to six poses in a selfie step', () => {
    const step = {
      kind: 'selfie',
      id: 'selfie',
      attempt: 1,
      attemptsLeft: 2,
      reasons: ['FACE_TURNED_WRONG'],
      poses: ['straight', 'left', 'closer', 'right'],
      secondsPerPose: 4,
      stored: [{ slot: 'selfie-1', digest, sizeBytes: 7 }],
    };
    expect(clientStepSchema.safeParse(step).success).toBe(true);
    for (const odd of [
      { poses: ['straight'] },
      { poses: Array.from({ length: 7 }, () => 'left') },
      { poses: ['straight', 'up'] },
      { reasons: ['MRZ_NOT_FOUND'] },
      { secondsPerPose: 0 },
    ]) {
      expect(clientStepSchema.safeParse({ ...step, ...odd }).success).toBe(false);
    }
  });

  it('accepts steps for a proof of address, a card and evidence', () => {
    const attempt = { id: 'files', attempt: 1, attemptsLeft: 2, fileAllowed: true, reasons: [], stored: [] };
    const words = { title: 'Proof of income', instructions: 'Show your last payslip.' };
    const address = { ...attempt, kind: 'address', accepts: ['UTILITY_BILL'], maxAgeDays: 90 };
    const card = { ...attempt, kind: 'card', sides: ['front', 'back'] };
    const evidence = {
      ...attempt,
      kind: 'evidence',
      texts: { en: words, ar: words },
      minFiles: 1,
      maxFiles: 5,
      accepts: ['image', 'pdf'],
    };
    for (const step of [address, card, evidence]) {
      expect(clientStepSchema.safeParse(step).success).toBe(true);
      expect(clientStepSchema.safeParse({ ...step, reasons: ['FACES_MANY'] }).success).toBe(false);
    }
    for (const odd of [
      { ...address, accepts: [] },
      { ...address, maxAgeDays: 0 },
      { ...card, sides: ['left'] },
      { ...evidence, texts: { de: words } },
      { ...evidence, maxFiles: 6 },
    ]) {
      expect(clientStepSchema.safeParse(odd).success).toBe(false);
    }
    const captures = { address: digest, 'card-front': digest, 'evidence-5': digest };
    expect(submitRequestSchema.safeParse({ captures }).success).toBe(true);
    expect(submitRequestSchema.safeParse({ captures: { 'evidence-6': digest } }).success).toBe(false);
  });

  it('accepts a state with the awaited party and the step or the outcome', () => {
    const state = {
      seq: 3,
      executionId: '7d6f9f64-2a5a-4d3b-9a63-0f0b6a3f6a10',
      awaiting: 'none',
      begun: true,
      deadline: '2026-01-01T00:00:00.000Z',
      timeLeftMs: 3_600_000,
      extendable: false,
      progress: { done: 1, total: 1 },
      step: null,
      outcome: { status: 'APPROVED', retryLimitOf: null },
    };
    expect(clientStateSchema.safeParse(state).success).toBe(true);
    for (const [following, isValid] of [
      [0, true],
      [-1, false],
      [null, false],
    ]) {
      const progress = { done: 1, total: 1, following };
      expect(clientStateSchema.safeParse({ ...state, progress }).success).toBe(isValid);
    }
    expect(
      clientStateSchema.safeParse({ ...state, outcome: { status: 'PENDING', retryLimitOf: null } }).success,
    ).toBe(false);
  });
});
