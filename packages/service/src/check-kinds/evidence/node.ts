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

/** The contract's schema for pages, but strict, because nobody would read further members. */
const textsSchema = z.strictObject(translatedSchema(text));

/** The user hands in files that the operator asks for in words of their own. */
export const evidenceNodeSchema = z.strictObject({
  kind: z.literal('evidence'),
  ...fileNodeShape,
  texts: textsSchema,
  minFiles: fileCount.default(1),
  maxFiles: fileCount.default(1),
  accepts: distinct(evidenceFileKindSchema, evidenceFileKinds.length).default([...evidenceFileKinds]),
  /** Status of the check when the files are in order. Nobody has read them then, hence REVIEW unless said otherwise. */
  outcome: z.enum(['REVIEW', 'APPROVED']).default('REVIEW'),
});
export type EvidenceNode = z.infer<typeof evidenceNodeSchema>;
