import { z } from 'zod';

/** A link to one captured picture or video. */
export const mediaLinkSchema = z.object({
  url: z.url(),
  contentType: z.string(),
  /** The link is good until then (15 minutes from when it was made). */
  expiresAt: z.iso.datetime(),
});
export type MediaLink = z.infer<typeof mediaLinkSchema>;

/** `capturedMedia` of a check: only the members that were captured are present. */
export const capturedMediaSchema = z.object({
  documentFront: mediaLinkSchema.optional(),
  documentBack: mediaLinkSchema.optional(),
  selfieImage: mediaLinkSchema.optional(),
  selfieVideo: mediaLinkSchema.optional(),
  proofOfAddress: mediaLinkSchema.optional(),
  creditCard: mediaLinkSchema.optional(),
  evidence: z.array(mediaLinkSchema).optional(),
});
export type CapturedMedia = z.infer<typeof capturedMediaSchema>;
