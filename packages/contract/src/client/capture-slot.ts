import { z } from 'zod';

/** The sides of a document. */
export const documentSides = ['front', 'back'] as const;
export const documentSideSchema = z.enum(documentSides);
export type DocumentSide = z.infer<typeof documentSideSchema>;

/** Slots of the key frames of a selfie, in the order in which they are taken. */
export const selfieFrameSlots = [
  'selfie-1',
  'selfie-2',
  'selfie-3',
  'selfie-4',
  'selfie-5',
  'selfie-6',
] as const;
export type SelfieFrameSlot = (typeof selfieFrameSlots)[number];

/** Slots of the sides of a payment card. */
export const cardSlots = ['card-front', 'card-back'] as const;
export type CardSlot = (typeof cardSlots)[number];

/** Slots of the files of an evidence step, filled in this order. */
export const evidenceSlots = ['evidence-1', 'evidence-2', 'evidence-3', 'evidence-4', 'evidence-5'] as const;
export type EvidenceSlot = (typeof evidenceSlots)[number];

/** Every slot for which a step can ask. */
export const captureSlots = [
  ...documentSides,
  ...selfieFrameSlots,
  'selfie-video',
  'address',
  ...cardSlots,
  ...evidenceSlots,
] as const;
export const captureSlotSchema = z.enum(captureSlots);
export type CaptureSlot = z.infer<typeof captureSlotSchema>;

/** A capture that the service has stored. */
export const storedCaptureSchema = z.object({
  slot: captureSlotSchema,
  /** SHA-256 of the bytes, in base64url without padding (43 characters). */
  digest: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  sizeBytes: z.int(),
});
export type StoredCapture = z.infer<typeof storedCaptureSchema>;
