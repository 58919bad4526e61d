import { z } from 'zod';
import { inputsSchema } from '../inputs.ts';

/** Inputs that a form can ask the user for, in the order of a form that asks for all of them. */
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

/** One field of a form. */
export const formFieldSchema = z.object({
  name: formFieldNameSchema,
  /** If false, the field can be left empty. */
  required: z.boolean(),
});
export type FormField = z.infer<typeof formFieldSchema>;

/** The step that asks the user for inputs that the start request did not contain. */
export const formStepSchema = z.object({
  kind: z.literal('form'),
  id: z.string(),
  /** Always 1: invalid answers are rejected and asked for again without counting as an attempt. */
  attempt: z.literal(1),
  attemptsLeft: z.literal(0),
  /** Always empty: a form has no uploads. */
  stored: z.array(z.never()),
  fields: z.array(formFieldSchema).min(1).max(formFieldNames.length),
});
export type FormStep = z.infer<typeof formStepSchema>;

/** Answers of the user, with the names and rules of the inputs. Empty fields are left out. */
export const formAnswersSchema = inputsSchema
  .pick(Object.fromEntries(formFieldNames.map((name) => [name, true])) as Record<FormFieldName, true>)
  .strict();
export type FormAnswers = z.infer<typeof formAnswersSchema>;

/** Body of `POST client/steps/{stepId}/attempts/1/answers`. */
export const answersRequestSchema = z.object({ answers: formAnswersSchema });
export type AnswersRequest = z.infer<typeof answersRequestSchema>;
