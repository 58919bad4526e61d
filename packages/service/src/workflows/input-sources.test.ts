import { readFileSync } from 'node:fs';
import { formAnswersSchema, type InputName, inputNames } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import { formNodeSchema } from './node.ts';

/**
 * Whether a form can ask for each input. An input without a decision is a type error; the table in docs/workflows.md explains
 * why a user is not asked.
 */
const decisions: Record<InputName, 'form' | 'never typed'> = {
  user_id: 'never typed',
  email: 'form',
  phone_number: 'form',
  ip: 'never typed',
  user_fullname: 'form',
  user_firstname: 'form',
  user_middlename: 'form',
  user_lastname: 'form',
  user_dob: 'form',
  reference_image: 'never typed',
  nin: 'form',
  bvn: 'form',
  cpf: 'form',
  curp: 'form',
  ssn: 'form',
  aadhaar: 'form',
  session: 'never typed',
  device_id: 'never typed',
  user_pob: 'form',
  user_photoid_number: 'form',
  user_country: 'form',
  user_city: 'form',
  user_region: 'form',
  user_zip: 'form',
  user_street: 'form',
  user_street2: 'form',
  user_address: 'form',
  user_gender: 'form',
  user_created: 'never typed',
  transaction_id: 'never typed',
  transaction_type: 'never typed',
  transaction_amount: 'never typed',
  transaction_currency: 'never typed',
  custom_fields: 'never typed',
};

/** Reads the table of inputs: the names in each row, and the text about whether a form asks for them. */
function documented(): { name: string; decision: string }[] {
  const text = readFileSync(new URL('../../../../docs/workflows.md', import.meta.url), 'utf8');
  const [, table = ''] = text.split('| input | a form asks for it | otherwise |');
  const rows = table.split('\n\n')[0]?.match(/^\| `.*$/gm) ?? [];
  return rows.flatMap((row) => {
    const [, names = '', decision = ''] = row.split('|');
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, decision: decision.trim() }));
  });
}

describe('every input', () => {
  it.each(inputNames)('allows a form to ask for inputs.%s, or documents the reason why not', (name) => {
    const isTyped = decisions[name] === 'form';
    const form = { kind: 'form', fields: [{ name }], next: 'end' };
    expect(formNodeSchema.safeParse(form).success).toBe(isTyped);
    expect(Object.keys(formAnswersSchema.shape).includes(name)).toBe(isTyped);
    const rows = documented().filter((row) => row.name === name);
    expect(rows).toEqual([{ name, decision: expect.stringMatching(isTyped ? /^yes$/ : /^no: .{10}/) }]);
  });

  it('lists no other input in the table', () => {
    expect(documented().map((row) => row.name)).toHaveLength(inputNames.length);
  });
});
