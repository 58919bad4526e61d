/** Number of bytes of a response body that are stored and displayed. */
export const keptAnswerBytes = 4096;

/** The beginning of a response body, as text. */
export interface AnswerText {
  readonly text: string;
  /** Whether the body was longer. */
  readonly isCut: boolean;
}

/**
 * Decodes the beginning of a body. Invalid UTF-8 and control characters, except line breaks and tabs, become U+FFFD.
 *
 * @param length - length of the whole body in bytes; by default, `body` is complete.
 * @returns null for an empty body.
 */
export function describeAnswer(body: Uint8Array, length = body.byteLength): AnswerText | null {
  if (body.byteLength === 0) return null;
  const kept = body.subarray(0, keptAnswerBytes);
  // Drops a character that is cut off.
  const text = new TextDecoder('utf-8').decode(kept, { stream: length > kept.byteLength });
  return { text: text.replace(/(?![\n\r\t])\p{Cc}/gu, '\uFFFD'), isCut: length > kept.byteLength };
}
