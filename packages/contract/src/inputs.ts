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

/** The end of the year 9999: a larger number is milliseconds by mistake. */
const maxUnixSeconds = 253_402_300_799;

/** Text of a program or a person; may be blank. */
const customText = (maxLength: number) =>
  storableText(maxLength).refine((text) => !hasControls(text), {
    error: 'must not contain control characters',
  });
const maxCustomTextLength = 2048;
const customValue = z.union(
  [customText(maxCustomTextLength).or(z.literal('')), z.number(), z.boolean(), z.null()],
  {
    error: `must be a string of at most ${maxCustomTextLength} characters, without control characters or lone surrogates, a number, true, false or null`,
  },
);

/**
 * The 34 members of `inputs` (section 2.3 of the API). All but `user_id` are optional here: the nodes of a workflow decide
 * which of them it requires. Further members (the Fraud API's inputs) are kept unchanged.
 */
export const inputsSchema = z.looseObject({
  user_id: identifier().meta({ description: 'Your own id of the end user. Always required.' }),
  email: optional(emailSchema).meta({ description: 'E-mail address. Required if the workflow checks it.' }),
  phone_number: optional(phoneNumberSchema).meta({
    description:
      'Phone number with "+" and the country code, at most 19 characters. Required if the workflow checks it.',
  }),
  ip: optional(z.union([z.ipv4(), z.ipv6()], { error: 'must be an IPv4 or IPv6 address' })).meta({
    description:
      "The end user's IPv4 or IPv6 address. If it is missing, the address of their browser is used.",
  }),
  user_fullname: optional(lineText()).meta({
    description:
      'Full name. Required for AML screening unless a document provides it, and for a document check that compares it.',
  }),
  user_firstname: optional(lineText()).meta({ description: 'First name. Required for NIN and BVN checks.' }),
  user_middlename: optional(lineText()).meta({ description: 'Middle name.' }),
  user_lastname: optional(lineText()).meta({ description: 'Last name. Required for NIN and BVN checks.' }),
  user_dob: optional(z.iso.date({ error: 'must be an existing date, YYYY-MM-DD' })).meta({
    description: 'Date of birth, YYYY-MM-DD. Required for NIN, BVN, CURP and SSN checks.',
  }),
  reference_image: optional(webUrlSchema).meta({
    description:
      'URL of a picture to compare the face with: https, at a public address, without a redirect. Required if the workflow uses one sent at the start.',
  }),
  nin: optional(nationalId(/^\d{11}$/, '11 digits')).meta({
    description: 'National identification number (Nigeria): 11 digits.',
  }),
  bvn: optional(nationalId(/^\d{11}$/, '11 digits')).meta({
    description: 'Bank verification number (Nigeria): 11 digits.',
  }),
  cpf: optional(nationalId(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/, '###.###.###-##')).meta({
    description: 'Taxpayer number (Brazil): ###.###.###-##.',
  }),
  curp: optional(nationalId(/^[A-Za-z0-9]{18}$/, '18 letters and digits')).meta({
    description: 'Population registry code (Mexico): 18 letters and digits.',
  }),
  ssn: optional(nationalId(/^\d{3}-\d{2}-\d{4}$/, '###-##-####')).meta({
    description: 'Social security number (United States): ###-##-####.',
  }),
  aadhaar: optional(nationalId(/^\d{12}$/, '12 digits')).meta({
    description: 'Aadhaar number (India): 12 digits.',
  }),
  session: optional(identifier(65_536)).meta({
    description: 'Device fingerprint. The browser SDK collects it.',
  }),
  device_id: optional(identifier()).meta({ description: 'Id of a device fingerprint from a third party.' }),
  user_pob: optional(lineText()).meta({ description: 'Place of birth.' }),
  user_photoid_number: optional(identifier()).meta({ description: 'Number of a photo ID.' }),
  user_country: optional(countryCodeSchema).meta({
    description: 'Country, ISO 3166-1 alpha-2; Kosovo is XK.',
  }),
  user_city: optional(lineText()).meta({ description: 'City.' }),
  user_region: optional(
    z.string().regex(/^[A-Za-z0-9]{2}$/, { error: 'must be two letters or digits' }),
  ).meta({ description: 'Region, two letters or digits (ISO 3166-2).' }),
  user_zip: optional(lineText()).meta({ description: 'Postal code.' }),
  user_street: optional(lineText()).meta({ description: 'First address line.' }),
  user_street2: optional(lineText()).meta({ description: 'Second address line.' }),
  user_address: optional(freeText(1024)).meta({
    description: 'Whole address. Required if the workflow uses one sent at the start.',
  }),
  user_gender: optional(lineText(64)).meta({ description: 'Gender, as you record it.' }),
  user_created: optional(z.number().min(0).max(maxUnixSeconds)).meta({
    description: 'Time at which the user registered with you: a UNIX timestamp in seconds.',
  }),
  transaction_id: optional(identifier()).meta({ description: 'Your own id of the transaction.' }),
  transaction_type: optional(lineText(64)).meta({ description: 'Kind of transaction.' }),
  transaction_amount: optional(z.number()).meta({ description: 'Amount, as a decimal number.' }),
  transaction_currency: optional(currencyCodeSchema).meta({ description: 'Currency, ISO 4217.' }),
  custom_fields: optional(countedFirst(z.record(customText(256), customValue), 100, 'keys')).meta({
    description: 'Further facts by name: at most 100 strings, numbers, booleans or nulls.',
  }),
});

/** Data about the end user and the transaction that the caller sends at the start of an execution. */
export type Inputs = z.infer<typeof inputsSchema>;

/** The names of the 34 specified inputs. */
export const inputNames = Object.keys(inputsSchema.shape) as readonly (keyof typeof inputsSchema.shape)[];

/** The name of a specified input. */
export type InputName = (typeof inputNames)[number];
