import { z } from 'zod';

/** Why a submitted capture could not be used. Each names something the user can do about it. */
export const retryReasons = [
  /** Not an image we can open, damaged, or of another type than it says. */
  'IMAGE_UNREADABLE',
  /** Too few pixels for the print to be read. */
  'IMAGE_TOO_SMALL',
  'IMAGE_BLURRED',
  'IMAGE_TOO_DARK',
  'IMAGE_TOO_BRIGHT',
  'IMAGE_GLARE',
  /** No document in the picture. */
  'DOCUMENT_NOT_FOUND',
  /** A part of the document is outside the picture. */
  'DOCUMENT_CUT_OFF',
  /** The document is too far away: it fills too little of the picture. */
  'DOCUMENT_TOO_FAR',
  /** The machine readable lines are missing, covered, or belong to the other side. */
  'MRZ_NOT_FOUND',
  /** The machine readable lines are there but could not be read for certain. */
  'MRZ_UNREADABLE',
  /** The document is of another type than the user chose. */
  'WRONG_DOCUMENT_TYPE',
] as const;
export const retryReasonSchema = z.enum(retryReasons);
export type RetryReason = z.infer<typeof retryReasonSchema>;
