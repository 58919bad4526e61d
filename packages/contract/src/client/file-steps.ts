import { z } from 'zod';
import { documentSideSchema, evidenceSlots, storedCaptureSchema } from './capture-slot.ts';
import {
  addressRetryReasonSchema,
  cardRetryReasonSchema,
  evidenceRetryReasonSchema,
} from './retry-reason.ts';
import { type Language, languages } from './sdk-events.ts';

/** Members about the attempt at hand, in every step that collects pictures or files. */
const attemptShape = {
  id: z.string(),
  /** Counted by the service from 1. */
  attempt: z.int().min(1),
  /** Tries after this one. */
  attemptsLeft: z.int().min(0),
  /** Whether a file may be chosen instead of the camera; the camera can always be used. */
  fileAllowed: z.boolean(),
  /** Captures of this attempt that the service already holds. */
  stored: z.array(storedCaptureSchema),
};

/** Kinds of document that can show where somebody lives. */
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
 * The step that asks for a letter that shows where the user lives: one file in slot `address`. A picture (JPEG, PNG, WebP) or
 * a PDF of ten pages at most; 15 MiB at most.
 */
export const addressStepSchema = z.object({
  kind: z.literal('address'),
  ...attemptShape,
  /** Accepted kinds of letters, for the user to read. */
  accepts: z.array(addressDocumentKindSchema).min(1),
  /** How old the letter may be, in days. */
  maxAgeDays: z.int().min(1),
  /** Why the attempt before was not good enough; empty on the first. */
  reasons: z.array(addressRetryReasonSchema),
});
export type AddressStep = z.infer<typeof addressStepSchema>;

/** The step that asks for pictures of a payment card, each side in slot `card-<side>`. JPEG, PNG or WebP, 15 MiB at most. */
export const cardStepSchema = z.object({
  kind: z.literal('card'),
  ...attemptShape,
  /** In the order they are asked for. */
  sides: z.array(documentSideSchema).min(1),
  /** Why the attempt before was not good enough; empty on the first. */
  reasons: z.array(cardRetryReasonSchema),
});
export type CardStep = z.infer<typeof cardStepSchema>;

/** Request of the operator, in one language: plain text, never markup. */
export const evidenceTextSchema = z.object({
  title: z.string().trim().min(1).max(80),
  instructions: z.string().trim().min(1).max(1000),
});
export type EvidenceText = z.infer<typeof evidenceTextSchema>;

/** The shape of what stands in English, and may stand in every other language of the flow. */
export function translatedSchema<Text extends z.ZodType>(text: Text) {
  type Others = Record<Exclude<Language, 'en'>, z.ZodOptional<Text>>;
  const others = languages.filter((language) => language !== 'en');
  const optional = Object.fromEntries(others.map((language) => [language, text.optional()])) as Others;
  return { en: text, ...optional };
}

/** The operator's words by language. English is always there: it is shown where the user's language is not. */
export const evidenceTextsSchema = z.object(translatedSchema(evidenceTextSchema));
export type EvidenceTexts = z.infer<typeof evidenceTextsSchema>;

/** The kinds of file that an evidence step can take. */
export const evidenceFileKinds = ['image', 'pdf'] as const;
export const evidenceFileKindSchema = z.enum(evidenceFileKinds);
export type EvidenceFileKind = z.infer<typeof evidenceFileKindSchema>;

/**
 * The step that asks for files that the operator describes. File `i` (from 0) goes to slot `evidence-<i + 1>`; a submission names
 * `minFiles` to `maxFiles` of the slots: what the user has taken away again is not named. Pictures are JPEG, PNG or WebP; a PDF
 * has ten pages at most; each file 15 MiB at most.
 */
export const evidenceStepSchema = z.object({
  kind: z.literal('evidence'),
  ...attemptShape,
  texts: evidenceTextsSchema,
  minFiles: z.int().min(1).max(evidenceSlots.length),
  maxFiles: z.int().min(1).max(evidenceSlots.length),
  accepts: z.array(evidenceFileKindSchema).min(1),
  /** Why the attempt before was not good enough; empty on the first. */
  reasons: z.array(evidenceRetryReasonSchema),
});
export type EvidenceStep = z.infer<typeof evidenceStepSchema>;
