import { describe, expect, it } from 'vitest';
import { clientInitRequestSchema, submitRequestSchema } from './client-session.ts';
import { clientStateSchema } from './client-state.ts';

const digest = 'A'.repeat(43);

describe('the client session', () => {
  it('is asked for with SDK version, capabilities and a nonce', () => {
    const init = { sdkVersion: '0.1.0', capabilities: ['document'], nonce: 'abcdefghijklmnop' };
    expect(clientInitRequestSchema.safeParse(init).success).toBe(true);
    for (const nonce of ['short', 'x'.repeat(65), 'abcdefghijklmno=', undefined]) {
      expect(clientInitRequestSchema.safeParse({ ...init, nonce }).success).toBe(false);
    }
  });

  it('takes a submission that names the digest of each capture', () => {
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

  it('has a state that says who is awaited, and the step or the outcome', () => {
    const state = {
      seq: 3,
      executionId: '7d6f9f64-2a5a-4d3b-9a63-0f0b6a3f6a10',
      awaiting: 'none',
      begun: true,
      deadline: '2026-01-01T00:00:00.000Z',
      progress: { done: 1, total: 1 },
      step: null,
      outcome: { status: 'APPROVED', retryLimitOf: null },
    };
    expect(clientStateSchema.safeParse(state).success).toBe(true);
    expect(
      clientStateSchema.safeParse({ ...state, outcome: { status: 'PENDING', retryLimitOf: null } }).success,
    ).toBe(false);
  });
});
