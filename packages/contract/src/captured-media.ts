import { z } from 'zod';

/** A link to one captured picture or video. */
export const mediaLinkSchema = z.object({
  url: z
    .url()
    .meta({ description: 'Signed address: whoever has it can fetch these bytes until it expires.' }),
  contentType: z.string().meta({ description: 'Media type of the bytes, such as `image/jpeg`.' }),
  expiresAt: z.iso
    .datetime()
    .meta({ description: 'Time at which the link expires: 15 minutes after it was made.' }),
});
export type MediaLink = z.infer<typeof mediaLinkSchema>;

/** `capturedMedia` of a check: only the members that were captured are present. */
export const capturedMediaSchema = z.object({
  documentFront: mediaLinkSchema
    .optional()
    .meta({ description: 'Front of the document, or its photo page.' }),
  documentBack: mediaLinkSchema.optional().meta({ description: 'Back of the document.' }),
  selfieImage: mediaLinkSchema.optional().meta({ description: 'Portrait of the user.' }),
  selfieVideo: mediaLinkSchema.optional().meta({ description: 'Video of the liveness check.' }),
  proofOfAddress: mediaLinkSchema.optional().meta({ description: 'Proof of address.' }),
  creditCard: mediaLinkSchema.optional().meta({
    description:
      'Front of the payment card. All digits of its number except the first six and the last four are painted over.',
  }),
  evidence: z.array(mediaLinkSchema).optional().meta({ description: 'Files collected as evidence.' }),
});
export type CapturedMedia = z.infer<typeof capturedMediaSchema>;
