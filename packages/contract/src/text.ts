import { z } from 'zod';

/**
 * Whether a text holds a character that no store of ours keeps: NUL, or a surrogate without its partner. PostgreSQL's
 * jsonb refuses both while SQLite stores them, so they are refused at the edge and both databases behave alike.
 */
export function isUnstorable(text: string): boolean {
  return text.includes('\u0000') || /\p{Surrogate}/u.test(text);
}

/** Whether a text shows nothing: blanks, controls and invisible characters alone. */
export function isBlank(text: string): boolean {
  return /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** Whether a text holds control characters other than tab and line breaks. */
export function hasControls(text: string): boolean {
  return /(?![\t\n\r])\p{Cc}/u.test(text);
}

/** Control characters, line and paragraph separators. */
const controlsOfLine = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Characters that nobody sees, so that two different identifiers look the same. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Text of 1 to `maxLength` characters (code points) that every store can keep, whatever it says. */
export function storableText(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .refine((text) => !isUnstorable(text), { error: 'must not contain NUL or lone surrogates' });
}

/** Text that people wrote, of one line or several. */
export function freeText(maxLength: number) {
  return storableText(maxLength)
    .refine((text) => !hasControls(text), { error: 'must not contain control characters' })
    .refine((text) => text === '' || !isBlank(text), { error: 'must not be blank' });
}

/** Text of one line that people wrote: a name, a place. */
export function lineText(maxLength = 256) {
  return freeText(maxLength).refine((text) => !controlsOfLine.test(text), {
    error: 'must not contain control characters or line breaks',
  });
}

/** Identifier that a program gives to something. */
export function identifier(maxLength = 256) {
  return lineText(maxLength).refine((text) => isBlank(text) || !invisible.test(text), {
    error: 'must not contain invisible characters',
  });
}
