import type { RetryReason } from '@vendor/contract';
import { findingSentences } from '../../check-kinds/registry.ts';

/** Sentences that explain why a picture or file could not be used. */
const retryWords: Record<RetryReason, string> = {
  IMAGE_UNREADABLE: 'The file is not a picture that can be opened.',
  IMAGE_TOO_SMALL: 'The picture has too few pixels.',
  IMAGE_BLURRED: 'The picture is blurred.',
  IMAGE_TOO_DARK: 'The picture is too dark.',
  IMAGE_TOO_BRIGHT: 'The picture is too bright.',
  IMAGE_GLARE: 'A reflection covers text that must be read.',
  DOCUMENT_NOT_FOUND: 'There is no document in the picture.',
  DOCUMENT_CUT_OFF: 'A part of the document is outside the picture.',
  DOCUMENT_TOO_FAR: 'The document is too far away.',
  MRZ_NOT_FOUND: 'The machine-readable lines are missing or covered, or belong to the other side.',
  MRZ_UNREADABLE: 'The machine-readable lines could not be read reliably.',
  WRONG_DOCUMENT_TYPE: 'The document is of another type than the user chose.',
  WRONG_SIDE: 'The wrong side was shown, or the same side twice.',
  FACE_NOT_FOUND: 'A picture shows no face.',
  FACES_MANY: 'A picture shows several faces.',
  FACE_TOO_SMALL: 'The face is too far away.',
  FACE_COVERED: 'A part of the face is covered.',
  FACE_TURNED_WRONG: 'The head was not moved as requested.',
  SELFIE_STILL: 'The pictures do not differ like those of a moving person.',
  SELFIE_TOO_FAST: 'The pictures came faster than a person can move.',
  TEXT_UNREADABLE: 'The text could not be read.',
  ADDRESS_DOCUMENT_NOT_FOUND: 'The file is not a bill, statement or letter that shows an address.',
  NAME_NOT_FOUND: 'The name of the user is not on the letter.',
  ADDRESS_NOT_FOUND: 'There is no complete address on the letter.',
  DOCUMENT_TOO_OLD: 'The letter is too old for this step.',
  FILE_PROTECTED: 'The file is protected by a password.',
  FILE_TOO_LONG: 'The file has too many pages.',
  FILE_UNREADABLE: 'The file is not a picture or PDF that can be opened.',
  CARD_NOT_FOUND: 'There is no payment card in the picture.',
  CARD_NUMBER_NOT_FOUND: 'This side of the card shows no number, or the number is covered.',
  CARD_NUMBER_UNREADABLE: 'The number of the card could not be read reliably.',
};

/** Sentences for codes that end a check without a result. */
const endingWords = {
  RETRY_LIMIT_EXCEEDED: 'The user used up all attempts.',
  CHECK_NOT_CARRIED_OUT: 'The check failed for a technical reason each time it was tried.',
  SANDBOX: 'A test user of the sandbox requested this result.',
} as const;

const words: Readonly<Record<string, string>> = { ...findingSentences, ...retryWords, ...endingWords };

/** Returns the sentence for a code. @returns null for an unknown code. */
export function wordsOf(code: string): string | null {
  return Object.hasOwn(words, code) ? (words[code] ?? null) : null;
}

/** Returns a sentence for each code in a `statusDetail`, without duplicates. */
export function sentencesOf(statusDetail: string | null): string[] {
  const codes = statusDetail?.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g) ?? [];
  return [...new Set(codes)].flatMap((code) => wordsOf(code) ?? []);
}
