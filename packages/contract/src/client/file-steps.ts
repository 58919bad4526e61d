import { z } from 'zod';
import { documentSideSchema, evidenceSlots, storedCaptureSchema } from './capture-slot.ts';
import {
  addressRetryReasonSchema,
  cardRetryReasonSchema,
  evidenceRetryReasonSchema,
} from './retry-reason.ts';
import { type Language, languages } from './sdk-events.ts';

/** Members about the current attempt, in every step that collects pictures or files. */
const attemptShape = {
  id: z.string(),
  /** Number of the attempt, from 1, as counted by the service. */
  attempt: z.int().min(1),
  /** Attempts left after this one. */
  attemptsLeft: z.int().min(0),
  /** Whether the user may upload a file instead of using the camera. The camera is always allowed. */
  fileAllowed: z.boolean(),
  /** Captures of this attempt that the service already holds. */
  stored: z.array(storedCaptureSchema),
};

/** Kinds of document that can prove an address. */
export const addressDocumentKinds = [
  'UTILITY_BILL',
  'BANK_STATEMENT',
  'TAX_DOCUMENT',
  'GOVERNMENT_LETTER',
  'RENTAL_AGREEMENT',
] as const;
export const addressDocumentKindSchema = z.enum(addressDocumentKinds);
export type AddressDocumentKind = z.infer<typeof addressDocumentKindSchema>;

/**
 * The step that asks for a document that proves the user's address: one file in slot `address`, a picture (JPEG, PNG, WebP) or
 * a PDF of at most ten pages, at most 15 MiB.
 */
export const addressStepSchema = z.object({
  kind: z.literal('address'),
  ...attemptShape,
  /** Accepted kinds of document, shown to the user. */
  accepts: z.array(addressDocumentKindSchema).min(1),
  /** Maximum age of the document, in days. */
  maxAgeDays: z.int().min(1),
  /** Why the previous attempt was rejected; empty in the first attempt. */
  reasons: z.array(addressRetryReasonSchema),
});
export type AddressStep = z.infer<typeof addressStepSchema>;

/** The step that asks for pictures of a payment card, each side in slot `card-<side>`: JPEG, PNG or WebP, at most 15 MiB. */
export const cardStepSchema = z.object({
  kind: z.literal('card'),
  ...attemptShape,
  /** Sides in the order in which they are captured. */
  sides: z.array(documentSideSchema).min(1),
  /** Why the previous attempt was rejected; empty in the first attempt. */
  reasons: z.array(cardRetryReasonSchema),
});
export type CardStep = z.infer<typeof cardStepSchema>;

/** The operator's request in one language: plain text, never markup. */
export const evidenceTextSchema = z.object({
  title: z.string().trim().min(1).max(80),
  instructions: z.string().trim().min(1).max(1000),
});
export type EvidenceText = z.infer<typeof evidenceTextSchema>;

/** Shape of a text that is required in English and optional in every other language of the flow. */
export function translatedSchema<Text extends z.ZodType>(text: Text) {
  type Others = Record<Exclude<Language, 'en'>, z.ZodOptional<Text>>;
  const others = languages.filter((language) => language !== 'en');
  const optional = Object.fromEntries(others.map((language) => [language, text.optional()])) as Others;
  return { en: text, ...optional };
}

/** The workflow's texts by language. English is required and is shown if the user's language is missing. */
export const evidenceTextsSchema = z.object(translatedSchema(evidenceTextSchema));
export type EvidenceTexts = z.infer<typeof evidenceTextsSchema>;

/** Kinds of file that an evidence step can accept. */
export const evidenceFileKinds = ['image', 'pdf'] as const;
export const evidenceFileKindSchema = z.enum(evidenceFileKinds);
export type EvidenceFileKind = z.infer<typeof evidenceFileKindSchema>;

/**
 * The step that asks for files that the operator describes. File `i` (from 0) goes to slot `evidence-<i + 1>`. A submission
 * names `minFiles` to `maxFiles` slots and omits files that the user removed. Pictures are JPEG, PNG or WebP; a PDF has at most
 * ten pages; each file has at most 15 MiB.
 */
export const evidenceStepSchema = z.object({
  kind: z.literal('evidence'),
  ...attemptShape,
  texts: evidenceTextsSchema,
  minFiles: z.int().min(1).max(evidenceSlots.length),
  maxFiles: z.int().min(1).max(evidenceSlots.length),
  accepts: z.array(evidenceFileKindSchema).min(1),
  /** Why the previous attempt was rejected; empty in the first attempt. */
  reasons: z.array(evidenceRetryReasonSchema),
});
export type EvidenceStep = z.infer<typeof evidenceStepSchema>;
