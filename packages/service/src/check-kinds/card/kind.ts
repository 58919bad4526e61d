import { type CaptureSlot, cardRetryReasons, creditCardVerificationResultSchema } from '@vendor/contract';
import { z } from 'zod';
import { type CaptureKind, duplicateFaults, reasonsAmong } from '../check-kind.ts';
import { sandboxResultOf } from '../sandbox-result.ts';
import { cardBrands } from './brands.ts';
import { cardFindings } from './findings.ts';
import { type CardNode, cardNodeSchema, requiredOfCard, requiredOfReadCard } from './node.ts';

/** Asks the user for a payment card. */
export const cardKind: CaptureKind<typeof cardNodeSchema> = {
  schema: cardNodeSchema,
  label: 'Payment card check',
  checkType: 'CREDIT_CARD_CHECK',
  step: 'card',
  // Cards need no lane of their own, because their pictures were read when they were uploaded.
  lane: 'checks',
  findings: cardFindings,
  facts: {
    creditCardVerificationResult: creditCardVerificationResultSchema.extend({
      brand: z.enum(cardBrands).nullable(),
    }),
  },
  page: 'docs/cards.md',
  memberPages: { nameMatchCheckResult: 'docs/checks.md#how-names-are-compared' },
  retryReasons: cardRetryReasons,
  inputsOf: ({ sendName }) => (sendName ? ['user_fullname'] : []),
  requiredOf: (node, findings) =>
    findings?.creditCardVerificationResult
      ? requiredOfReadCard(node, findings.creditCardVerificationResult)
      : requiredOfCard(node),
  faultsOf: ({ sides }) => duplicateFaults(sides, ['sides'], 'asks for'),
  // If no name is sent, the required name can only come from the document.
  memberOfDocument: ({ sendName, requires }) =>
    !sendName && requires.includes('nameMatchCheckResult') ? 'requires' : null,
  stepOf: ({ fileAllowed, sides }, common, attempt) => ({
    ...common,
    kind: 'card',
    fileAllowed,
    sides,
    reasons: reasonsAmong(cardRetryReasons, attempt),
  }),
  slotFault: (node, _, slot) => (slotsOf(node).includes(slot) ? null : 'is not a slot of this step'),
  submittedSlots: (node) => slotsOf(node),
  mediumOf: () => 'image',
  sandboxResult(node, status, real) {
    const found = real?.creditCardVerificationResult;
    const { brand = null, bin = null, lastFour = null } = found ?? {};
    return {
      creditCardVerificationResult: sandboxResultOf(
        creditCardVerificationResultSchema,
        status,
        found,
        requiredOfCard(node),
        { brand, bin, lastFour },
      ),
    };
  },
};

function slotsOf({ sides }: CardNode): readonly CaptureSlot[] {
  return sides.map((side) => `card-${side}` as const);
}
