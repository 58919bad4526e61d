import {
  type AddressCheckMember,
  addressDocumentKindSchema,
  addressDocumentKinds,
  type Outcome,
} from '@vendor/contract';
import { z } from 'zod';
import { distinct } from '../../workflows/distinct.ts';
import { fileNodeShape } from '../file-node.ts';

const addressMembers = [
  'addressDocumentCheckResult',
  'addressDocumentMustNotBeExpiredCheckResult',
  'addressValidationCheckResult',
  'fullAddressCheckResult',
  'nameMatchCheckResult',
] as const satisfies readonly AddressCheckMember[];

/** Asks the user for a letter that shows their address. */
export const addressNodeSchema = z.strictObject({
  kind: z.literal('address'),
  ...fileNodeShape,
  /** Kinds of letters that are accepted. */
  accepts: distinct(addressDocumentKindSchema, addressDocumentKinds.length).default([
    ...addressDocumentKinds,
  ]),
  /** Maximum age of the letter in days. */
  maxAgeDays: z.int().min(1).max(3650).default(90),
  /** Source of the address to compare with: the start request, or none. */
  compareWith: z.enum(['trigger', 'none']).default('none'),
  /**
   * Members of the result that must be PASS for the check to be APPROVED. By default: kind and age of the letter, a complete
   * address on it, and the full address if it is compared. An address or name that was compared must be PASS even if not listed.
   */
  requires: z.array(z.enum(addressMembers)).min(1).optional(),
});
export type AddressNode = z.infer<typeof addressNodeSchema>;

/** Lists the members that a workflow requires of a proof of address, before it is known what was compared. */
export function requiredOfAddress({ requires, compareWith }: AddressNode): readonly AddressCheckMember[] {
  if (requires) return requires;
  const always = addressMembers.slice(0, 3);
  return compareWith === 'trigger' ? [...always, 'fullAddressCheckResult'] : always;
}

/** Lists the members that must be PASS: those that the workflow requires, and all that were compared. */
export function requiredOfLetter(
  node: AddressNode,
  outcomes: Readonly<Record<AddressCheckMember, Outcome>>,
): readonly AddressCheckMember[] {
  const compared = (['fullAddressCheckResult', 'nameMatchCheckResult'] as const).filter(
    (member) => outcomes[member] !== 'NOT_PERFORMED',
  );
  return [...requiredOfAddress(node), ...compared];
}
