/**
 * The digits in which weights and templates are stored, from -{@link WEIGHT_LIMIT} to +{@link WEIGHT_LIMIT}. Six bits
 * lose nothing that training with rounded weights does not win back, and one character a number is what a text
 * compressor packs best.
 */
export const WEIGHT_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+';

/** Largest whole number a digit stands for. */
export const WEIGHT_LIMIT = 31;

/** The whole numbers behind a string of digits. */
export function unpackNumbers(digits: string): Float32Array {
  return Float32Array.from(digits, (digit) => WEIGHT_DIGITS.indexOf(digit) - WEIGHT_LIMIT);
}
