import {
  evidenceFileKindSchema,
  evidenceFileKinds,
  evidenceSlots,
  evidenceTextSchema,
  translatedSchema,
} from '@vendor/contract';
import { z } from 'zod';
import { distinct } from '../../workflows/distinct.ts';
import { fileNodeShape } from '../file-node.ts';

const fileCount = z.int().min(1).max(evidenceSlots.length);

const text = z.strictObject(evidenceTextSchema.shape);

/** The contract's `evidenceTextsSchema`, made strict, because the client ignores other members. */
const textsSchema = z.strictObject(translatedSchema(text));

/** Asks the user for files, with the texts of the workflow. */
export const evidenceNodeSchema = z.strictObject({
  kind: z.literal('evidence'),
  ...fileNodeShape,
  texts: textsSchema,
  minFiles: fileCount.default(1),
  maxFiles: fileCount.default(1),
  accepts: distinct(evidenceFileKindSchema, evidenceFileKinds.length).default([...evidenceFileKinds]),
  /** Status of the check if the files are usable. REVIEW by default, because nobody has read them yet. */
  outcome: z.enum(['REVIEW', 'APPROVED']).default('REVIEW'),
});
export type EvidenceNode = z.infer<typeof evidenceNodeSchema>;
