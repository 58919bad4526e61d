import {
  addressRetryReasons,
  proofOfAddressCheckResultSchema,
  proofOfAddressExtractedDataSchema,
} from '@vendor/contract';
import { type CaptureKind, duplicateFaults, reasonsAmong } from '../check-kind.ts';
import { sandboxResultOf } from '../sandbox-result.ts';
import { addressFindings } from './findings.ts';
import { addressNodeSchema, requiredOfAddress, requiredOfLetter } from './node.ts';

/** Asks the user for a letter that shows their address. */
export const addressKind: CaptureKind<typeof addressNodeSchema> = {
  schema: addressNodeSchema,
  label: 'Proof of address',
  checkType: 'POA_CHECK',
  step: 'address',
  lane: 'letters',
  findings: addressFindings,
  facts: {
    proofOfAddressCheckResult: proofOfAddressCheckResultSchema,
    proofOfAddressExtractedData: proofOfAddressExtractedDataSchema,
  },
  page: 'docs/address.md#what-is-judged',
  memberPages: {
    addressDocumentCheckResult: 'docs/address.md#what-kind-of-letter-it-is',
    addressValidationCheckResult: 'docs/address.md#postal-codes',
    fullAddressCheckResult: 'docs/address.md#whose-address-it-is',
    nameMatchCheckResult: 'docs/checks.md#how-names-are-compared',
  },
  retryReasons: addressRetryReasons,
  inputsOf: ({ compareWith, requires }, hasDocument) => [
    ...(compareWith === 'trigger' ? (['user_address'] as const) : []),
    ...(requires?.includes('nameMatchCheckResult') && !hasDocument ? (['user_fullname'] as const) : []),
  ],
  requiredOf: (node, findings) =>
    findings?.proofOfAddressCheckResult ? requiredOfLetter(node, findings.proofOfAddressCheckResult) : [],
  faultsOf: ({ accepts, compareWith, requires }) => [
    ...duplicateFaults(accepts, ['accepts'], 'accepts'),
    ...(compareWith === 'none' && requires?.includes('fullAddressCheckResult')
      ? ([
          [['requires'], 'requires fullAddressCheckResult, but "compareWith" disables the comparison'],
        ] as const)
      : []),
  ],
  memberLimit: ({ maxAgeDays }, member) =>
    member === 'addressDocumentMustNotBeExpiredCheckResult' ? `at most ${maxAgeDays} days old` : null,
  stepOf: ({ fileAllowed, accepts, maxAgeDays }, common, attempt) => ({
    ...common,
    kind: 'address',
    fileAllowed,
    accepts,
    maxAgeDays,
    reasons: reasonsAmong(addressRetryReasons, attempt),
  }),
  slotFault: (_, __, slot) => (slot === 'address' ? null : 'is not a slot of this step'),
  submittedSlots: () => ['address'],
  mediumOf: () => 'file',
  sandboxResult: (node, status, real) => ({
    proofOfAddressCheckResult: sandboxResultOf(
      proofOfAddressCheckResultSchema,
      status,
      real?.proofOfAddressCheckResult,
      requiredOfAddress(node),
    ),
  }),
};
