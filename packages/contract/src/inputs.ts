import { isPossiblePhoneNumber } from 'libphonenumber-js/min';
import { z } from 'zod';
import { countedFirst } from './counted-first.ts';
import { countryCodeSchema } from './country-code.ts';
import { currencyCodeSchema } from './currency-code.ts';
import { emailSchema } from './email.ts';
import { optional } from './optional.ts';
import { freeText, hasControls, identifier, lineText, storableText } from './text.ts';

const nationalId = (pattern: RegExp, shape: string) =>
  z.string().regex(pattern, { error: `must be ${shape}` });

/** A phone number with its country code: `+`, digits, spaces and dashes, at most 19 characters, of a possible length. */
export const phoneNumberSchema = z
  .string()
  .max(19)
  .regex(/^\+[\d -]+$/, { error: 'must be "+" and digits, with the country code' })
  .refine((number) => isPossiblePhoneNumber(number), { error: 'must be a possible phone number' });

/** An absolute http or https address. */
export const webUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })
  .max(2048);

/** 5,000 years in seconds: a larger number is milliseconds by mistake. */
const latestUnixSeconds = 253_402_300_799;

/** Text of a program or a person, blank or not. */
const customText = (maxLength: number) =>
  storableText(maxLength).refine((text) => !hasControls(text), {
    error: 'must not contain control characters',
  });
const longestCustomText = 2048;
const customValue = z.union(
  [customText(longestCustomText).or(z.literal('')), z.number(), z.boolean(), z.null()],
  {
    error: `must be a string of at most ${longestCustomText} characters, without control characters or lone surrogates, a number, true, false or null`,
  },
);

/**
 * The 34 attributes of `inputs` (section 2.3 of the API). All but `user_id` are optional here: which of them a
 * workflow requires depends on its nodes. Further members (the Fraud API's inputs) are kept as they came.
 */
export const inputsSchema = z.looseObject({
  user_id: identifier(),
  email: optional(emailSchema),
  phone_number: optional(phoneNumberSchema),
  ip: optional(z.union([z.ipv4(), z.ipv6()], { error: 'must be an IPv4 or IPv6 address' })),
  user_fullname: optional(lineText()),
  user_firstname: optional(lineText()),
  user_middlename: optional(lineText()),
  user_lastname: optional(lineText()),
  user_dob: optional(z.iso.date({ error: 'must be an existing date, YYYY-MM-DD' })),
  reference_image: optional(webUrlSchema),
  nin: optional(nationalId(/^\d{11}$/, '11 digits')),
  bvn: optional(nationalId(/^\d{11}$/, '11 digits')),
  cpf: optional(nationalId(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/, '###.###.###-##')),
  curp: optional(nationalId(/^[A-Za-z0-9]{18}$/, '18 letters and digits')),
  ssn: optional(nationalId(/^\d{3}-\d{2}-\d{4}$/, '###-##-####')),
  aadhaar: optional(nationalId(/^\d{12}$/, '12 digits')),
  session: optional(identifier(65_536)),
  device_id: optional(identifier()),
  user_pob: optional(lineText()),
  user_photoid_number: optional(identifier()),
  user_country: optional(countryCodeSchema),
  user_city: optional(lineText()),
  user_region: optional(z.string().regex(/^[A-Za-z0-9]{2}$/, { error: 'must be two letters or digits' })),
  user_zip: optional(lineText()),
  user_street: optional(lineText()),
  user_street2: optional(lineText()),
  user_address: optional(freeText(1024)),
  user_gender: optional(lineText(64)),
  user_created: optional(z.number().min(0).max(latestUnixSeconds)),
  transaction_id: optional(identifier()),
  transaction_type: optional(lineText(64)),
  transaction_amount: optional(z.number()),
  transaction_currency: optional(currencyCodeSchema),
  custom_fields: optional(countedFirst(z.record(customText(256), customValue), 100, 'keys')),
});

/** Data of the caller about the end user and the transaction when an execution starts. */
export type Inputs = z.infer<typeof inputsSchema>;

/** The names of the 34 specified inputs. */
export const inputNames = Object.keys(inputsSchema.shape) as readonly (keyof typeof inputsSchema.shape)[];

/** The name of a specified input. */
export type InputName = (typeof inputNames)[number];
