import type { Message } from '../../message.ts';

/** The English texts of a form, and the source of all other languages; the notes of `frame.ts` apply here, too. */
export const messages = {
  // The step that asks for the user's missing data.
  'form.title': 'A few details about you',
  'form.lead': 'They are needed to verify your identity.',

  // After the name of an optional field.
  'form.optional': 'optional',
  'form.choose': 'Please choose',
  'form.continue': 'Continue',
  'form.offline': 'No connection. Your answers are sent as soon as you are online again.',
  'form.phoneHint': 'With the country code, for example {example}',

  // The code of a state or region, after ISO 3166-2.
  'form.regionHint': 'Two letters or digits, for example {example}',

  // {shape} is a pattern such as ###-##-####.
  'form.shape': 'In this form: {shape}',

  // Below a field with missing or invalid content.
  'form.missing': 'Please fill this in.',
  'form.malformed': 'Please check this.',
  'form.malformed.email': 'Please give the whole address, for example {example}.',
  'form.malformed.phone_number': 'Please give the whole number, with the country code.',
  'form.malformed.user_dob': 'Please give a date in the past.',

  // The choices of a gender, as in passports.
  'form.gender.FEMALE': 'Female',
  'form.gender.MALE': 'Male',
  'form.gender.UNSPECIFIED': 'Other, or not stated',

  // The names of the fields.
  'field.user_fullname': 'Full name',
  'field.user_firstname': 'First name',
  'field.user_middlename': 'Middle name',
  'field.user_lastname': 'Last name',
  'field.user_dob': 'Date of birth',
  'field.user_pob': 'Place of birth',
  'field.user_gender': 'Gender',
  'field.email': 'Email address',
  'field.phone_number': 'Phone number',
  'field.user_country': 'Country',
  'field.user_region': 'State or region',
  'field.user_city': 'City',
  'field.user_zip': 'Postal code',
  'field.user_street': 'Street and house number',
  'field.user_street2': 'Address line 2',
  'field.user_address': 'Full address',
  'field.user_photoid_number': 'Number of your ID document',
} as const satisfies Record<string, Message>;
