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
import { listed, patterned, phoneForm, type TextForm } from './text-form.ts';

const { nin, bvn, cpf, curp, ssn, aadhaar, user_region } = inputsSchema.shape;

const forms: ReadonlyMap<z.core.$ZodType, TextForm> = new Map<z.core.$ZodType, TextForm>([
  [phoneNumberSchema, phoneForm],
  [countryCodeSchema, listed(countryCodes)],
  [currencyCodeSchema, listed(currencyCodesInUse)],
  [networkCountrySchema, patterned('AA')],
  [bareSchema(user_region), patterned('XX')],
  [bareSchema(nin), patterned('99999999999')],
  [bareSchema(bvn), patterned('99999999999')],
  [bareSchema(aadhaar), patterned('999999999999')],
  [bareSchema(cpf), patterned('999.999.999-99')],
  [bareSchema(ssn), patterned('999-99-9999')],
  [bareSchema(curp), patterned('X'.repeat(18))],
]);

/** Returns the test for parts of a schema's texts; undefined if its texts are not restricted. */
export function formOfText(schema: z.core.$ZodType): TextForm | undefined {
  return forms.get(schema);
}
