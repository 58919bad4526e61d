/** Bytes of an answer's body that are stored and displayed. */
export const keptAnswerBytes = 4096;

/** The beginning of an answer, as text. */
export interface AnswerText {
  readonly text: string;
  /** Whether there was more. */
  readonly isCut: boolean;
}

/**
 * Decodes the beginning of a body. Invalid UTF-8 and control characters, except line breaks and tabs, become U+FFFD.
 *
 * @param length - of the whole body; by default, `body` is complete.
 * @returns null for an empty body.
 */
export function describeAnswer(body: Uint8Array, length = body.byteLength): AnswerText | null {
  if (body.byteLength === 0) return null;
  const kept = body.subarray(0, keptAnswerBytes);
  // Drops a character that is cut in two.
  const text = new TextDecoder('utf-8').decode(kept, { stream: length > kept.byteLength });
  return { text: text.replace(/(?![\n\r\t])\p{Cc}/gu, '\uFFFD'), isCut: length > kept.byteLength };
}
