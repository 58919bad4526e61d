import { type CardCheckMember, documentSideSchema, type Outcome } from '@vendor/contract';
import { z } from 'zod';
import { distinct } from '../../workflows/distinct.ts';
import { fileNodeShape } from '../file-node.ts';

const cardMembers = [
  'numberCheckResult',
  'expiryCheckResult',
  'nameMatchCheckResult',
] as const satisfies readonly CardCheckMember[];

/** Asks the user for a payment card. */
export const cardNodeSchema = z.strictObject({
  kind: z.literal('card'),
  ...fileNodeShape,
  /** Sides of the card, in the order in which the user is asked for them. */
  sides: distinct(documentSideSchema, documentSideSchema.options.length).default(['front']),
  /** Whether the start request sends the name to compare with the card's. */
  sendName: z.boolean().default(false),
  /** Members of the result that must be PASS for the check to be APPROVED. A compared name must be PASS even if not listed. */
  requires: z.array(z.enum(cardMembers)).min(1).default(['numberCheckResult', 'expiryCheckResult']),
});
export type CardNode = z.infer<typeof cardNodeSchema>;

/** Lists the members that must be PASS: those of `requires`, and the name if it is sent for comparison. */
export function requiredOfCard({ requires, sendName }: CardNode): readonly CardCheckMember[] {
  return sendName ? [...requires, 'nameMatchCheckResult'] : requires;
}

/** Lists the members that must be PASS for a card that was read: those of `requiredOfCard`, and the name if it was compared. */
export function requiredOfReadCard(
  node: CardNode,
  { nameMatchCheckResult }: Readonly<Record<CardCheckMember, Outcome>>,
): readonly CardCheckMember[] {
  const required = requiredOfCard(node);
  return nameMatchCheckResult === 'NOT_PERFORMED' ? required : [...required, 'nameMatchCheckResult'];
}
