import type { InputName } from '@vendor/contract';
import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

/** Members of a national number that a workflow can require to be PASS for its check to be APPROVED. */
export const nationalIdMembers = ['number', 'register'] as const;

/** Check of a national number; invisible to the user. */
export const nationalIdNodeSchema = z.strictObject({
  kind: z.literal('national-id'),
  number: z.enum(['NIN', 'BVN', 'CPF', 'CURP', 'SSN', 'AADHAAR']),
  /**
   * `trigger`: names and birth date come with the start request, or from a form. `document`: what these leave out is taken from
   * the document shown before.
   */
  holder: z.enum(['trigger', 'document']).default('trigger'),
  /** `register`, whose number it is, is asked where the operator has a way to it: otherwise the check ends in REVIEW at best. */
  requires: z.array(z.enum(nationalIdMembers)).min(1).default(['number', 'register']),
  next: nodeIdSchema,
});
export type NationalIdNode = z.infer<typeof nationalIdNodeSchema>;

/** The input that says a national number. */
export const inputOfNumber = {
  NIN: 'nin',
  BVN: 'bvn',
  CPF: 'cpf',
  CURP: 'curp',
  SSN: 'ssn',
  AADHAAR: 'aadhaar',
} as const satisfies Record<NationalIdNode['number'], InputName>;

/** Inputs about the holder of a number that the register of the state is asked with. */
export const holderOfNumber = {
  NIN: ['user_firstname', 'user_lastname', 'user_dob'],
  BVN: ['user_firstname', 'user_lastname', 'user_dob'],
  CPF: [],
  CURP: ['user_dob'],
  SSN: ['user_dob'],
  AADHAAR: [],
} as const satisfies Record<NationalIdNode['number'], readonly InputName[]>;
