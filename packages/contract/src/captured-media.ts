import { z } from 'zod';

/** A link to one captured picture or video. */
export const mediaLinkSchema = z.object({
  /** Signed: whoever has it can fetch the bytes, and no others, until it expires. */
  url: z.url(),
  /** Media type of the bytes, such as `image/jpeg`. */
  contentType: z.string(),
  /** The link is good until then (15 minutes from when it was made). */
  expiresAt: z.iso.datetime(),
});
export type MediaLink = z.infer<typeof mediaLinkSchema>;

/** `capturedMedia` of a check: only the members that were captured are present. */
export const capturedMediaSchema = z.object({
  /** Front of the document, or its photo page. */
  documentFront: mediaLinkSchema.optional(),
  /** Back of the document. */
  documentBack: mediaLinkSchema.optional(),
  /** Portrait of the user. */
  selfieImage: mediaLinkSchema.optional(),
  /** Video of the liveness check. */
  selfieVideo: mediaLinkSchema.optional(),
  /** Proof of address. */
  proofOfAddress: mediaLinkSchema.optional(),
  /** Front of the payment card, its number painted over but for the first six and last four digits. */
  creditCard: mediaLinkSchema.optional(),
  /** Files of an evidence collection. */
  evidence: z.array(mediaLinkSchema).optional(),
});
export type CapturedMedia = z.infer<typeof capturedMediaSchema>;
