/**
 * Digits for stored weights and templates, from -{@link WEIGHT_LIMIT} to +{@link WEIGHT_LIMIT}. Training with rounded weights
 * compensates for the limit of six bits, and one character per number compresses best as text.
 */
export const WEIGHT_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+';

/** Largest integer that a digit stands for. */
export const WEIGHT_LIMIT = 31;

/** Decodes a string of digits. */
export function unpackNumbers(digits: string): Float32Array {
  return Float32Array.from(digits, (digit) => WEIGHT_DIGITS.indexOf(digit) - WEIGHT_LIMIT);
}
