import { z } from 'zod';

/**
 * Whether a text holds a character that no store of ours keeps: NUL, or a surrogate without its partner. PostgreSQL's
 * jsonb refuses both while SQLite stores them, so they are refused at the edge and both databases behave alike.
 */
export function isUnstorable(text: string): boolean {
  return text.includes('\u0000') || /\p{Surrogate}/u.test(text);
}

/** Free text of 1 to `maxLength` characters (code points) that every store can keep. */
export function freeText(maxLength = 256) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .refine((text) => !isUnstorable(text), { error: 'must not contain NUL or lone surrogates' });
}
