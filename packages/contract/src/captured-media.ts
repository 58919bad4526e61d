import { z } from 'zod';

/** A link to one captured picture or video. */
export const mediaLinkSchema = z.object({
  /** Signed address: whoever has it can fetch these bytes until it expires. */
  url: z.url(),
  /** Media type of the bytes, such as `image/jpeg`. */
  contentType: z.string(),
  /** Time at which the link expires: 15 minutes after it was made. */
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
  /** Front of the payment card. All digits of its number except the first six and the last four are painted over. */
  creditCard: mediaLinkSchema.optional(),
  /** Files collected as evidence. */
  evidence: z.array(mediaLinkSchema).optional(),
});
export type CapturedMedia = z.infer<typeof capturedMediaSchema>;
