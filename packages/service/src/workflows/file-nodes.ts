import {
  type AddressCheckMember,
  addressDocumentKindSchema,
  addressDocumentKinds,
  type CardCheckMember,
  documentSideSchema,
  evidenceFileKindSchema,
  evidenceFileKinds,
  evidenceSlots,
  evidenceTextSchema,
  translatedSchema,
} from '@vendor/contract';
import { z } from 'zod';
import { distinct } from './distinct.ts';
import { nodeIdSchema } from './node-id.ts';

/** Members of every node that collects pictures or files. */
const fileNodeShape = {
  /** How often the user may try in all. */
  attempts: z.int().min(1).max(10).default(3),
  /** Status of the check when all attempts are used up. */
  pastLimit: z.enum(['DECLINED', 'REVIEW']).default('DECLINED'),
  /** Whether a file may be chosen instead of the camera. */
  fileAllowed: z.boolean().default(true),
  next: nodeIdSchema,
};

const addressMembers = [
  'addressDocumentCheckResult',
  'addressDocumentMustNotBeExpiredCheckResult',
  'addressValidationCheckResult',
  'fullAddressCheckResult',
  'nameMatchCheckResult',
] as const satisfies readonly AddressCheckMember[];

/** The user shows a letter with the address on it. */
export const addressNodeSchema = z.strictObject({
  kind: z.literal('address'),
  ...fileNodeShape,
  /** Kinds of letters that are accepted. */
  accepts: distinct(addressDocumentKindSchema, addressDocumentKinds.length).default([
    ...addressDocumentKinds,
  ]),
  /** How old the letter may be, in days. */
  maxAgeDays: z.int().min(1).max(3650).default(90),
  /** Source of the address to compare with: the start request, or none. */
  compareWith: z.enum(['trigger', 'none']).default('none'),
  /**
   * The members of the result that must be PASS for the check to be APPROVED; left out: all that are asked for. An address or
   * name that was compared must be so as well, listed or not.
   */
  requires: z.array(z.enum(addressMembers)).min(1).optional(),
});
export type AddressNode = z.infer<typeof addressNodeSchema>;

/** The members of a proof of address that decide it, whether or not there was anything to compare. */
export function requiredOfAddress({ requires, compareWith }: AddressNode): readonly AddressCheckMember[] {
  if (requires) return requires;
  const always = addressMembers.slice(0, 3);
  return compareWith === 'trigger' ? [...always, 'fullAddressCheckResult'] : always;
}

const cardMembers = [
  'numberCheckResult',
  'expiryCheckResult',
  'nameMatchCheckResult',
] as const satisfies readonly CardCheckMember[];

/** The user shows a payment card. */
export const cardNodeSchema = z.strictObject({
  kind: z.literal('card'),
  ...fileNodeShape,
  /** In the order they are asked for. */
  sides: distinct(documentSideSchema, documentSideSchema.options.length).default(['front']),
  /** Whether the name is sent with the start request, to be compared with the card's. */
  sendName: z.boolean().default(false),
  /** The members of the result that must be PASS for the check to be APPROVED. */
  requires: z.array(z.enum(cardMembers)).min(1).default(['numberCheckResult', 'expiryCheckResult']),
});
export type CardNode = z.infer<typeof cardNodeSchema>;

/** The members of a card check that decide it: a name that was sent to be compared must agree, listed or not. */
export function requiredOfCard({ requires, sendName }: CardNode): readonly CardCheckMember[] {
  return sendName ? [...requires, 'nameMatchCheckResult'] : requires;
}

const fileCount = z.int().min(1).max(evidenceSlots.length);

const text = z.strictObject(evidenceTextSchema.shape);

/** As the contract has them for pages, but with no member that nobody would read. */
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
