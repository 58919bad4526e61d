import { z } from 'zod';

/**
 * Returns whether a text contains NUL or a surrogate without its partner. PostgreSQL's jsonb rejects both while SQLite stores
 * them, so requests that contain them are rejected and both databases behave alike.
 */
export function isUnstorable(text: string): boolean {
  return text.includes('\u0000') || /\p{Surrogate}/u.test(text);
}

/** Returns whether a text shows nothing: only blanks, controls and invisible characters. */
export function isBlank(text: string): boolean {
  return /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** Returns whether a text contains control characters other than tab and line breaks. */
export function hasControls(text: string): boolean {
  return /(?![\t\n\r])\p{Cc}/u.test(text);
}

/** Control characters, line and paragraph separators. */
const controlsOfLine = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Invisible characters, which make two different identifiers look the same. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Text of 1 to `maxLength` characters (code points) that every store can keep, without further rules. */
export function storableText(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .refine((text) => !isUnstorable(text), { error: 'must not contain NUL or lone surrogates' });
}

/** Text written by people, of one or several lines. */
export function freeText(maxLength: number) {
  return storableText(maxLength)
    .refine((text) => !hasControls(text), { error: 'must not contain control characters' })
    .refine((text) => text === '' || !isBlank(text), { error: 'must not be blank' });
}

/** One-line text written by people, such as a name or a place. */
export function lineText(maxLength = 256) {
  return freeText(maxLength).refine((text) => !controlsOfLine.test(text), {
    error: 'must not contain control characters or line breaks',
  });
}

/** Identifier assigned by a program. A blank text has only the fault that {@link freeText} finds. */
export function identifier(maxLength = 256) {
  return lineText(maxLength).refine((text) => isBlank(text) || !invisible.test(text), {
    error: 'must not contain invisible characters',
  });
}
