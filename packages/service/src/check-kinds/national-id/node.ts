import type { InputName } from '@vendor/contract';
import { z } from 'zod';
import { nodeIdSchema } from '../../workflows/node-id.ts';

/** Members of a national number check that a workflow can require to be PASS. */
export const nationalIdMembers = ['number', 'register'] as const;

/** Check of a national number; invisible to the user. */
export const nationalIdNodeSchema = z.strictObject({
  kind: z.literal('national-id'),
  number: z.enum(['NIN', 'BVN', 'CPF', 'CURP', 'SSN', 'AADHAAR']),
  /**
   * Source of the holder's data. `trigger`: names and birth date come from the start request or a form. `document`: missing
   * data is taken from the earlier document.
   */
  holder: z.enum(['trigger', 'document']).default('trigger'),
  /**
   * Members that must be PASS. `register` requires a connector from the operator; without one, the check ends in REVIEW at
   * best.
   */
  requires: z.array(z.enum(nationalIdMembers)).min(1).default(['number', 'register']),
  next: nodeIdSchema,
});
export type NationalIdNode = z.infer<typeof nationalIdNodeSchema>;

/** Name of the input that contains the number. */
export const inputOfNumber = {
  NIN: 'nin',
  BVN: 'bvn',
  CPF: 'cpf',
  CURP: 'curp',
  SSN: 'ssn',
  AADHAAR: 'aadhaar',
} as const satisfies Record<NationalIdNode['number'], InputName>;

/** Inputs about the holder that the state's register needs. */
export const holderOfNumber = {
  NIN: ['user_firstname', 'user_lastname', 'user_dob'],
  BVN: ['user_firstname', 'user_lastname', 'user_dob'],
  CPF: [],
  CURP: ['user_dob'],
  SSN: ['user_dob'],
  AADHAAR: [],
} as const satisfies Record<NationalIdNode['number'], readonly InputName[]>;
