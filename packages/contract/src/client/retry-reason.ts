import { z } from 'zod';

/** Why a picture of a document could not be used. Each names something the user can do about it. */
export const documentRetryReasons = [
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
  /** The back was shown as the front, or one side twice. */
  'WRONG_SIDE',
] as const;
export const documentRetryReasonSchema = z.enum(documentRetryReasons);
export type DocumentRetryReason = z.infer<typeof documentRetryReasonSchema>;

/**
 * Why the pictures of a selfie could not be used. Each names something the user can do about it, and none tells in detail how
 * somebody who is not who they say was found out.
 */
export const selfieRetryReasons = [
  'IMAGE_UNREADABLE',
  'IMAGE_TOO_SMALL',
  'IMAGE_BLURRED',
  'IMAGE_TOO_DARK',
  'IMAGE_TOO_BRIGHT',
  /** A picture shows no face. */
  'FACE_NOT_FOUND',
  /** A picture shows more faces than one. */
  'FACES_MANY',
  /** The face is too far away: it fills too little of the picture. */
  'FACE_TOO_SMALL',
  /** A part of the face cannot be seen. */
  'FACE_COVERED',
  /** The head was not turned, or the face not brought closer, as it was asked for. */
  'FACE_TURNED_WRONG',
  /** The pictures do not differ as those of one person who moves do. */
  'SELFIE_STILL',
  /** The pictures came faster than a person can move. */
  'SELFIE_TOO_FAST',
] as const;
export const selfieRetryReasonSchema = z.enum(selfieRetryReasons);
export type SelfieRetryReason = z.infer<typeof selfieRetryReasonSchema>;

/** Why a proof of address could not be used. Each names something the user can do about it. */
export const addressRetryReasons = [
  'IMAGE_BLURRED',
  'IMAGE_TOO_DARK',
  'IMAGE_GLARE',
  /** Too few pixels for the print to be read. */
  'IMAGE_TOO_SMALL',
  /** A part of the page is outside the picture. */
  'DOCUMENT_CUT_OFF',
  /** There is print, but it could not be read. */
  'TEXT_UNREADABLE',
  /** No bill, statement or letter that shows where somebody lives. */
  'ADDRESS_DOCUMENT_NOT_FOUND',
  /** The name of the user is not on it. */
  'NAME_NOT_FOUND',
  /** There is no whole address on it. */
  'ADDRESS_NOT_FOUND',
  /** Its date is further back than the step takes. */
  'DOCUMENT_TOO_OLD',
  /** The file asks for a password. */
  'FILE_PROTECTED',
  /** The file has more pages than are taken. */
  'FILE_TOO_LONG',
  /** Not a picture or PDF that we can open, or damaged. */
  'FILE_UNREADABLE',
] as const;
export const addressRetryReasonSchema = z.enum(addressRetryReasons);
export type AddressRetryReason = z.infer<typeof addressRetryReasonSchema>;

/** Why pictures of a payment card could not be used. Each names something the user can do about it. */
export const cardRetryReasons = [
  /** Not an image we can open, damaged, or of another type than it says. */
  'IMAGE_UNREADABLE',
  'IMAGE_TOO_SMALL',
  'IMAGE_BLURRED',
  'IMAGE_TOO_DARK',
  'IMAGE_GLARE',
  /** No payment card in the picture. */
  'CARD_NOT_FOUND',
  /** The card shows no number on this side, or it is covered. */
  'CARD_NUMBER_NOT_FOUND',
  /** The number is there but could not be read for certain. */
  'CARD_NUMBER_UNREADABLE',
] as const;
export const cardRetryReasonSchema = z.enum(cardRetryReasons);
export type CardRetryReason = z.infer<typeof cardRetryReasonSchema>;

/** Why the files of an evidence step could not be used. Each names something the user can do about it. */
export const evidenceRetryReasons = [
  /** Not a picture or PDF that we can open, or damaged. */
  'FILE_UNREADABLE',
  /** The file asks for a password. */
  'FILE_PROTECTED',
  /** The file has more pages than are taken. */
  'FILE_TOO_LONG',
  /** Too few pixels for anything to be seen. */
  'IMAGE_TOO_SMALL',
] as const;
export const evidenceRetryReasonSchema = z.enum(evidenceRetryReasons);
export type EvidenceRetryReason = z.infer<typeof evidenceRetryReasonSchema>;

/** Why a submitted attempt could not be used. */
export const retryReasonSchema = z.enum([
  ...new Set([
    ...documentRetryReasons,
    ...selfieRetryReasons,
    ...addressRetryReasons,
    ...cardRetryReasons,
    ...evidenceRetryReasons,
  ]),
]);
export type RetryReason = z.infer<typeof retryReasonSchema>;
