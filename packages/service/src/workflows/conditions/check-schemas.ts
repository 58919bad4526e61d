import {
  countryCodeSchema,
  creditCardVerificationResultSchema,
  documentCheckResultSchema,
  documentExtractedDataSchema,
  evidenceCollectionCheckResultSchema,
  proofOfAddressCheckResultSchema,
  proofOfAddressExtractedDataSchema,
  selfieVerificationResultSchema,
} from '@vendor/contract';
import { z } from 'zod';
import type { CheckNode } from '../node.ts';
import { cardBrands, findingCodes } from './finding-codes.ts';

/** Members that every check has. */
const common = (kind: CheckNode['kind']) =>
  z.object({
    status: z.enum(['APPROVED', 'REVIEW', 'DECLINED']),
    findings: z.array(z.enum(findingCodes[kind])),
  });

/** A country as lists of networks name it: some have codes of their own for what is no country. */
export const networkCountrySchema = z.string().regex(/^[A-Z]{2}$/, { error: 'must be two capital letters' });

/** Facts about the address that an address check looked at. */
const networkSchema = z.object({
  country: networkCountrySchema.nullable(),
  asn: z.int().nullable(),
  organization: z.string().nullable(),
  usersToday: z.int().nullable(),
});
/** Result of a search in lists of people. */
const screeningSchema = z.object({ hits: z.int(), score: z.number().nullable() });
/** Result of a device check. */
const deviceSchema = z.object({ score: z.int(), users: z.int().nullable() });

/**
 * Facts that conditions may ask for about a decided check, by the kind of its node: members of its entry, and `findings`. Where
 * the wire has a text of whatever form, these say what the checks write there.
 */
export const checkSchemas: Record<CheckNode['kind'], z.ZodObject> = {
  document: common('document').extend({
    duplicatesFound: z.boolean(),
    documentCheckResult: documentCheckResultSchema,
    documentCheckExtractedData: documentExtractedDataSchema.extend({ country: countryCodeSchema.nullable() }),
  }),
  selfie: common('selfie').extend({ selfieVerificationResult: selfieVerificationResultSchema }),
  address: common('address').extend({
    proofOfAddressCheckResult: proofOfAddressCheckResultSchema,
    proofOfAddressExtractedData: proofOfAddressExtractedDataSchema,
  }),
  card: common('card').extend({
    creditCardVerificationResult: creditCardVerificationResultSchema.extend({
      brand: z.enum(cardBrands).nullable(),
    }),
  }),
  evidence: common('evidence').extend({ evidenceCollectionCheckResult: evidenceCollectionCheckResultSchema }),
  email: common('email'),
  phone: common('phone'),
  aml: common('aml').extend({ screening: screeningSchema }),
  ip: common('ip').extend({ network: networkSchema }),
  device: common('device').extend({ device: deviceSchema }),
  'national-id': common('national-id'),
};
