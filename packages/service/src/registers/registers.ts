import type { NationalIdKind } from '@vendor/checks';

/** A number and its presumed holder, as in the start request; null: unknown. */
export interface RegisterQuestion {
  readonly kind: NationalIdKind;
  readonly number: string;
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly lastName: string | null;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string | null;
}

/**
 * Answers of a register: the number belongs to that person, some of the data matches, it belongs to somebody else, it belongs
 * to nobody, or the register does not cover such numbers.
 */
export const registerAnswers = ['MATCH', 'PARTIAL_MATCH', 'NO_MATCH', 'NOT_FOUND', 'NOT_COVERED'] as const;
export type RegisterAnswer = (typeof registerAnswers)[number];

/** National registers, as far as the operator's connector reaches them. */
export interface Registers {
  /**
   * Queries a register.
   *
   * @param reference - the same if the same question is asked again.
   * @returns null if no connector is configured. Rejects if there is no answer now; the question can be asked again.
   */
  ask(question: RegisterQuestion, reference: string, signal: AbortSignal): Promise<RegisterAnswer | null>;
}
