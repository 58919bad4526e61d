import { z } from 'zod';
import { inputsSchema } from '../inputs.ts';

/** The inputs that a user can be asked for, in the order of a form that asks for all of them. */
export const formFieldNames = [
  'user_fullname',
  'user_firstname',
  'user_middlename',
  'user_lastname',
  'user_dob',
  'user_pob',
  'user_gender',
  'email',
  'phone_number',
  'user_country',
  'user_region',
  'user_city',
  'user_zip',
  'user_street',
  'user_street2',
  'user_address',
  'user_photoid_number',
  'nin',
  'bvn',
  'cpf',
  'curp',
  'ssn',
  'aadhaar',
] as const;
export const formFieldNameSchema = z.enum(formFieldNames);
export type FormFieldName = z.infer<typeof formFieldNameSchema>;

/** One thing that a form asks for. */
export const formFieldSchema = z.object({
  name: formFieldNameSchema,
  /** Otherwise it can be left empty. */
  required: z.boolean(),
});
export type FormField = z.infer<typeof formFieldSchema>;

/** The step that asks the user for what the start request did not say. */
export const formStepSchema = z.object({
  kind: z.literal('form'),
  id: z.string(),
  /** Always 1: answers that do not fit are refused, and asked for again, before they count. */
  attempt: z.literal(1),
  attemptsLeft: z.literal(0),
  /** Always empty: a form has no uploads. */
  stored: z.array(z.never()),
  fields: z.array(formFieldSchema).min(1).max(formFieldNames.length),
});
export type FormStep = z.infer<typeof formStepSchema>;

/** Answers of the user, under the names and by the rules of the inputs; a field left empty is left out. */
export const formAnswersSchema = inputsSchema
  .pick(Object.fromEntries(formFieldNames.map((name) => [name, true])) as Record<FormFieldName, true>)
  .strict();
export type FormAnswers = z.infer<typeof formAnswersSchema>;

/** Body of `POST client/steps/{stepId}/attempts/1/answers`. */
export const answersRequestSchema = z.object({ answers: formAnswersSchema });
export type AnswersRequest = z.infer<typeof answersRequestSchema>;
