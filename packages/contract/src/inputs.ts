import { isPossiblePhoneNumber } from 'libphonenumber-js/min';
import { z } from 'zod';
import { countedFirst } from './counted-first.ts';
import { countryCodeSchema } from './country-code.ts';
import { currencyCodeSchema } from './currency-code.ts';
import { freeText } from './text.ts';

const nationalId = (pattern: RegExp, shape: string) =>
  z.string().regex(pattern, { error: `must be ${shape}` });

/** A phone number with its country code: `+`, digits, spaces and dashes, at most 19 characters, of a possible length. */
export const phoneNumberSchema = z
  .string()
  .max(19)
  .regex(/^\+[\d -]+$/, { error: 'must be "+" and digits, with the country code' })
  .refine((number) => isPossiblePhoneNumber(number), { error: 'must be a possible phone number' });

/** An e-mail address after the grammar of the HTML standard (`<input type=email>`). */
export const emailSchema = z
  .email({ pattern: z.regexes.html5Email, error: 'must be an e-mail address' })
  .max(254);

/** An absolute http or https address. */
export const webUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })
  .max(2048);

/** 5,000 years in seconds: a larger number is milliseconds by mistake. */
const latestUnixSeconds = 253_402_300_799;

const longestCustomText = 2048;
const customValue = z.union(
  [freeText(longestCustomText).or(z.literal('')), z.number(), z.boolean(), z.null()],
  {
    error: `must be a text of at most ${longestCustomText} characters, without NUL or lone surrogates, a number, true, false or null`,
  },
);

/**
 * The 34 attributes of `inputs` (section 2.3 of the API). All but `user_id` are optional here: which of them a
 * workflow requires depends on its nodes. Further members (the Fraud API's inputs) are kept as they came.
 */
export const inputsSchema = z.looseObject({
  user_id: freeText(),
  email: emailSchema.optional(),
  phone_number: phoneNumberSchema.optional(),
  ip: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IPv4 or IPv6 address' }).optional(),
  user_fullname: freeText().optional(),
  user_firstname: freeText().optional(),
  user_middlename: freeText().optional(),
  user_lastname: freeText().optional(),
  user_dob: z.iso.date({ error: 'must be an existing date, YYYY-MM-DD' }).optional(),
  reference_image: webUrlSchema.optional(),
  nin: nationalId(/^\d{11}$/, '11 digits').optional(),
  bvn: nationalId(/^\d{11}$/, '11 digits').optional(),
  cpf: nationalId(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/, '###.###.###-##').optional(),
  curp: nationalId(/^[A-Za-z0-9]{18}$/, '18 letters and digits').optional(),
  ssn: nationalId(/^\d{3}-\d{2}-\d{4}$/, '###-##-####').optional(),
  aadhaar: nationalId(/^\d{12}$/, '12 digits').optional(),
  session: freeText(65_536).optional(),
  device_id: freeText().optional(),
  user_pob: freeText().optional(),
  user_photoid_number: freeText().optional(),
  user_country: countryCodeSchema.optional(),
  user_city: freeText().optional(),
  user_region: z
    .string()
    .regex(/^[A-Za-z0-9]{2}$/, { error: 'must be two letters or digits' })
    .optional(),
  user_zip: freeText().optional(),
  user_street: freeText().optional(),
  user_street2: freeText().optional(),
  user_address: freeText(1024).optional(),
  user_gender: freeText(64).optional(),
  user_created: z.number().min(0).max(latestUnixSeconds).optional(),
  transaction_id: freeText().optional(),
  transaction_type: freeText(64).optional(),
  transaction_amount: z.number().optional(),
  transaction_currency: currencyCodeSchema.optional(),
  custom_fields: countedFirst(z.record(freeText(), customValue), 100, 'keys').optional(),
});

/** What the caller says about the end user and the transaction when an execution starts. */
export type Inputs = z.infer<typeof inputsSchema>;

/** The names of the 34 specified inputs. */
export const inputNames = Object.keys(inputsSchema.shape) as readonly (keyof typeof inputsSchema.shape)[];

/** The name of a specified input. */
export type InputName = (typeof inputNames)[number];
