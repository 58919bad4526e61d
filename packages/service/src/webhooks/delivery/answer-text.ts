/** So much of an answer's body is kept and shown, in bytes. */
export const keptAnswerBytes = 4096;

/** Beginning of an answer as text. */
export interface AnswerText {
  readonly text: string;
  /** Whether there was more. */
  readonly isCut: boolean;
}

/**
 * The beginning of a body as text: bytes that are no UTF-8 stand as U+FFFD, control characters but line ends and tabs, too.
 *
 * @param length - of the whole body; undefined: this is all of it.
 * @returns null for an empty one.
 */
export function tellAnswer(body: Uint8Array, length = body.byteLength): AnswerText | null {
  if (body.byteLength === 0) return null;
  const kept = body.subarray(0, keptAnswerBytes);
  // A character that the cut goes through is left out.
  const text = new TextDecoder('utf-8').decode(kept, { stream: length > kept.byteLength });
  return { text: text.replace(/(?![\n\r\t])\p{Cc}/gu, '\uFFFD'), isCut: length > kept.byteLength };
}
