import {
  countryCodeSchema,
  countryCodes,
  currencyCodeSchema,
  currencyCodesInUse,
  inputsSchema,
  phoneNumberSchema,
} from '@vendor/contract';
import type { z } from 'zod';
import { bareSchema } from './bare-schema.ts';
import { networkCountrySchema } from './network-country.ts';
import { oneOfTexts, phoneForm, type TextForm, textOfPattern } from './text-form.ts';

const { nin, bvn, cpf, curp, ssn, aadhaar, user_region } = inputsSchema.shape;

const forms: ReadonlyMap<z.core.$ZodType, TextForm> = new Map<z.core.$ZodType, TextForm>([
  [phoneNumberSchema, phoneForm],
  [countryCodeSchema, oneOfTexts(countryCodes)],
  [currencyCodeSchema, oneOfTexts(currencyCodesInUse)],
  [networkCountrySchema, textOfPattern('AA')],
  [bareSchema(user_region), textOfPattern('XX')],
  [bareSchema(nin), textOfPattern('99999999999')],
  [bareSchema(bvn), textOfPattern('99999999999')],
  [bareSchema(aadhaar), textOfPattern('999999999999')],
  [bareSchema(cpf), textOfPattern('999.999.999-99')],
  [bareSchema(ssn), textOfPattern('999-99-9999')],
  [bareSchema(curp), textOfPattern('X'.repeat(18))],
]);

/** Returns the test for parts of a schema's texts; undefined if its texts are not restricted. */
export function formOfText(schema: z.core.$ZodType): TextForm | undefined {
  return forms.get(schema);
}
