import { z } from 'zod';

/** Why a picture of a document was rejected. Each reason is something the user can act on. */
export const documentRetryReasons = [
  /** Not an image that the service can decode, damaged, or not of the declared type. */
  'IMAGE_UNREADABLE',
  /** Too few pixels to read the print. */
  'IMAGE_TOO_SMALL',
  'IMAGE_BLURRED',
  'IMAGE_TOO_DARK',
  'IMAGE_TOO_BRIGHT',
  'IMAGE_GLARE',
  /** No document in the picture. */
  'DOCUMENT_NOT_FOUND',
  /** Part of the document is outside the picture. */
  'DOCUMENT_CUT_OFF',
  /** The document is too far away: it fills too little of the picture. */
  'DOCUMENT_TOO_FAR',
  /** The machine-readable zone is missing, covered, or on the other side. */
  'MRZ_NOT_FOUND',
  /** The machine-readable zone is present but could not be read with certainty. */
  'MRZ_UNREADABLE',
  /** The document is not of the type that the user chose. */
  'WRONG_DOCUMENT_TYPE',
  /** The back was captured as the front, or one side twice. */
  'WRONG_SIDE',
] as const;
export const documentRetryReasonSchema = z.enum(documentRetryReasons);
export type DocumentRetryReason = z.infer<typeof documentRetryReasonSchema>;

/**
 * Why the pictures of a selfie were rejected. Each reason is something the user can act on, and none reveals how an impostor
 * was detected.
 */
export const selfieRetryReasons = [
  'IMAGE_UNREADABLE',
  'IMAGE_TOO_SMALL',
  'IMAGE_BLURRED',
  'IMAGE_TOO_DARK',
  'IMAGE_TOO_BRIGHT',
  /** A picture without a face. */
  'FACE_NOT_FOUND',
  /** A picture with more than one face. */
  'FACES_MANY',
  /** The face is too far away: it fills too little of the picture. */
  'FACE_TOO_SMALL',
  /** Part of the face is hidden. */
  'FACE_COVERED',
  /** The head was not turned, or the face not brought closer, as requested. */
  'FACE_TURNED_WRONG',
  /** The pictures do not differ as pictures of one moving person do. */
  'SELFIE_STILL',
  /** The pictures were taken faster than a person can move. */
  'SELFIE_TOO_FAST',
] as const;
export const selfieRetryReasonSchema = z.enum(selfieRetryReasons);
export type SelfieRetryReason = z.infer<typeof selfieRetryReasonSchema>;

/** Why a proof of address was rejected. Each reason is something the user can act on. */
export const addressRetryReasons = [
  'IMAGE_BLURRED',
  'IMAGE_TOO_DARK',
  'IMAGE_GLARE',
  /** Too few pixels to read the print. */
  'IMAGE_TOO_SMALL',
  /** Part of the page is outside the picture. */
  'DOCUMENT_CUT_OFF',
  /** There is text, but it could not be read. */
  'TEXT_UNREADABLE',
  /** Not a bill, statement or letter that proves an address. */
  'ADDRESS_DOCUMENT_NOT_FOUND',
  /** The user's name does not appear in it. */
  'NAME_NOT_FOUND',
  /** No complete address appears in it. */
  'ADDRESS_NOT_FOUND',
  /** Older than the step allows. */
  'DOCUMENT_TOO_OLD',
  /** The file is protected by a password. */
  'FILE_PROTECTED',
  /** The file has too many pages. */
  'FILE_TOO_LONG',
  /** Not a picture or PDF that the service can open, or damaged. */
  'FILE_UNREADABLE',
] as const;
export const addressRetryReasonSchema = z.enum(addressRetryReasons);
export type AddressRetryReason = z.infer<typeof addressRetryReasonSchema>;

/** Why pictures of a payment card were rejected. Each reason is something the user can act on. */
export const cardRetryReasons = [
  /** Not an image that the service can decode, damaged, or not of the declared type. */
  'IMAGE_UNREADABLE',
  'IMAGE_TOO_SMALL',
  'IMAGE_BLURRED',
  'IMAGE_TOO_DARK',
  'IMAGE_GLARE',
  /** No payment card in the picture. */
  'CARD_NOT_FOUND',
  /** No number on this side of the card, or the number is covered. */
  'CARD_NUMBER_NOT_FOUND',
  /** The number is present but could not be read with certainty. */
  'CARD_NUMBER_UNREADABLE',
] as const;
export const cardRetryReasonSchema = z.enum(cardRetryReasons);
export type CardRetryReason = z.infer<typeof cardRetryReasonSchema>;

/** Why the files of an evidence step were rejected. Each reason is something the user can act on. */
export const evidenceRetryReasons = [
  /** Not a picture or PDF that the service can open, or damaged. */
  'FILE_UNREADABLE',
  /** The file is protected by a password. */
  'FILE_PROTECTED',
  /** The file has too many pages. */
  'FILE_TOO_LONG',
  /** Too few pixels to see anything. */
  'IMAGE_TOO_SMALL',
] as const;
export const evidenceRetryReasonSchema = z.enum(evidenceRetryReasons);
export type EvidenceRetryReason = z.infer<typeof evidenceRetryReasonSchema>;

/** Every reason why a submitted attempt can be rejected. */
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
