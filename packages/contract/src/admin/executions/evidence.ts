import { z } from 'zod';
import { captureSlotSchema } from '../../client/capture-slot.ts';
import { documentTypeSchema } from '../../document.ts';

const time = z.iso.datetime();

/** One picture, video or file that the user provided. */
export const adminCaptureSchema = z.object({
  id: z.uuid().meta({ description: 'Id of the capture.' }),
  slot: captureSlotSchema.meta({
    description: 'Slot of the capture: side, frame, video, letter, card or file.',
  }),
  kind: z.enum(['image', 'video', 'pdf', 'none']).meta({
    description: 'What can be shown. none: the upload was not a valid file and was not kept.',
  }),
  contentType: z.string().meta({ description: 'Media type of the stored file.' }),
  sizeBytes: z.int().meta({ description: 'Size of the uploaded file.' }),
  url: z.string().nullable().meta({
    description:
      'Path at the service, fetched with the session cookie; null if nothing is kept or the person may not see pictures.',
  }),
  receivedAt: time.meta({ description: 'Time at which its last byte arrived.' }),
  pose: z
    .string()
    .nullable()
    .meta({ description: 'Requested pose of a selfie frame; null if it was not stored.' }),
  places: z
    .array(
      z.object({
        what: z.string().meta({
          description: '`document`, `portrait`, `barcode`, or a field as in `agreement`.',
        }),
        corners: z
          .array(z.tuple([z.number(), z.number()]))
          .meta({ description: "Four corners, clockwise, as shares of the picture's width and height." }),
      }),
    )
    .meta({ description: 'Places that the check found in the picture; empty if they were not stored.' }),
});
export type AdminCapture = z.infer<typeof adminCaptureSchema>;

/** Captures of one attempt at a step. */
export const adminAttemptSchema = z.object({
  attempt: z.int().meta({ description: 'Number of the attempt at the step, from 1.' }),
  isJudged: z
    .boolean()
    .meta({ description: 'Whether the check judged this attempt, the last one submitted.' }),
  submittedAt: time
    .nullable()
    .meta({ description: 'Time of the submission; null if it was never submitted.' }),
  documentType: documentTypeSchema.nullable().meta({ description: 'Type of document that the user chose.' }),
  captures: z.array(adminCaptureSchema).meta({ description: 'Captures in the order of the step.' }),
});
export type AdminAttempt = z.infer<typeof adminAttemptSchema>;

/** Evidence of one step. Steps are listed in the order in which the execution reached them. */
export const adminEvidenceSchema = z.object({
  nodeId: z.string().meta({ description: 'Id of the node in the workflow.' }),
  kind: z.string().meta({ description: 'Kind of the step: document, selfie, address, card or evidence.' }),
  attempts: z.array(adminAttemptSchema).meta({ description: 'Attempts, oldest first.' }),
});
export type AdminEvidence = z.infer<typeof adminEvidenceSchema>;
