import { z } from 'zod';
import { captureSlotSchema } from '../../client/capture-slot.ts';
import { documentTypeSchema } from '../../document.ts';

const time = z.iso.datetime();

/** One picture, video or file that the user provided. */
export const adminCaptureSchema = z.object({
  id: z.uuid().meta({ description: 'Names the capture.' }),
  slot: captureSlotSchema.meta({ description: 'Side, frame, video, letter, card or file.' }),
  kind: z.enum(['image', 'video', 'pdf', 'none']).meta({
    description: 'What can be shown of it. none: what came was no such file, and nothing of it is kept.',
  }),
  contentType: z.string().meta({ description: 'Media type of what is kept.' }),
  sizeBytes: z.int().meta({ description: 'Size of the file as it came.' }),
  url: z.string().nullable().meta({
    description:
      'Where it is fetched, beneath the service, with the cookie of the session; null: nothing is kept, or the person may see no pictures.',
  }),
  receivedAt: time.meta({ description: 'When its last byte had come.' }),
  pose: z
    .string()
    .nullable()
    .meta({ description: 'Of a frame of a selfie: the pose that was asked for; null: not stored.' }),
  places: z
    .array(
      z.object({
        what: z.string().meta({
          description: '`document`, `portrait`, `barcode`, or a field as agreement names it.',
        }),
        corners: z
          .array(z.tuple([z.number(), z.number()]))
          .meta({ description: 'Four, clockwise, as shares of width and height of the picture.' }),
      }),
    )
    .meta({ description: 'What the check found where in the picture; empty: that is not stored.' }),
});
export type AdminCapture = z.infer<typeof adminCaptureSchema>;

/** Captures of one attempt at a step. */
export const adminAttemptSchema = z.object({
  attempt: z.int().meta({ description: 'Which try at the step it is, from 1.' }),
  isJudged: z.boolean().meta({ description: 'The check stands on this one: the last that was submitted.' }),
  submittedAt: time.nullable().meta({ description: 'Null: it was never submitted.' }),
  documentType: documentTypeSchema.nullable().meta({ description: 'The document that the user chose.' }),
  captures: z.array(adminCaptureSchema).meta({ description: 'In the order of the step.' }),
});
export type AdminAttempt = z.infer<typeof adminAttemptSchema>;

/** Evidence of one step. Steps are listed in the order in which the execution reached them. */
export const adminEvidenceSchema = z.object({
  nodeId: z.string().meta({ description: 'The step, as the workflow calls it.' }),
  kind: z.string().meta({ description: 'Kind of the step: document, selfie, address, card or evidence.' }),
  attempts: z.array(adminAttemptSchema).meta({ description: 'The first one first.' }),
});
export type AdminEvidence = z.infer<typeof adminEvidenceSchema>;
