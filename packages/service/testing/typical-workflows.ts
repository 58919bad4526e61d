import type { InputName } from '@vendor/contract';

const document = { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }] };
const selfie = { kind: 'selfie' };
const number = (name: string) => ({ kind: 'national-id', number: name });

/** A type of workflow: its nodes in order, and the inputs that a start request must have besides `user_id`. */
export interface TypicalWorkflow {
  readonly name: string;
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly needs: readonly InputName[];
}

/** The nine rows of section 2.3, “Typical required input sets by workflow type”. */
export const typicalWorkflows: readonly TypicalWorkflow[] = [
  { name: 'Document + selfie', nodes: [document, selfie], needs: [] },
  {
    name: 'Document + selfie + face match by URL',
    nodes: [document, { ...selfie, match: 'reference_image' }],
    needs: ['reference_image'],
  },
  {
    name: 'Document + selfie + proof of address',
    nodes: [document, selfie, { kind: 'address', compareWith: 'trigger' }],
    needs: ['user_address'],
  },
  {
    name: 'Email + phone fraud check',
    nodes: [{ kind: 'email' }, { kind: 'phone' }],
    needs: ['email', 'phone_number'],
  },
  {
    name: 'Full fraud check',
    nodes: [{ kind: 'email' }, { kind: 'phone' }, { kind: 'ip' }],
    needs: ['email', 'phone_number'],
  },
  { name: 'AML screening', nodes: [{ kind: 'aml' }], needs: ['user_fullname'] },
  {
    name: 'NIN eKYC',
    nodes: [number('NIN')],
    needs: ['user_firstname', 'user_lastname', 'user_dob', 'nin'],
  },
  {
    name: 'BVN eKYC',
    nodes: [number('BVN')],
    needs: ['user_firstname', 'user_lastname', 'user_dob', 'bvn'],
  },
  { name: 'CPF eKYC', nodes: [number('CPF')], needs: ['cpf'] },
];

/** Workflows for the other national numbers, by the table of inputs before that section. */
export const otherNumbers: readonly TypicalWorkflow[] = [
  { name: 'CURP eKYC', nodes: [number('CURP')], needs: ['curp', 'user_dob'] },
  { name: 'SSN eKYC', nodes: [number('SSN')], needs: ['ssn', 'user_dob'] },
  { name: 'Aadhaar eKYC', nodes: [number('AADHAAR')], needs: ['aadhaar'] },
];

/** Builds a definition of consecutive nodes, optionally after a form. */
export function inOrder(
  nodes: readonly Readonly<Record<string, unknown>>[],
  asked: readonly InputName[] = [],
) {
  const form = { kind: 'form', fields: asked.map((name) => ({ name })) };
  const all = asked.length > 0 ? [form, ...nodes] : nodes;
  const entries = all.map((node, index) => [
    `n${index}`,
    { ...node, next: index + 1 < all.length ? `n${index + 1}` : 'end' },
  ]);
  return { start: 'n0', nodes: { ...Object.fromEntries(entries), end: { kind: 'end' } } };
}

/** A valid value of each input that these workflows need. */
export const goodInputs: Readonly<Partial<Record<InputName, string>>> = {
  reference_image: 'https://pictures.example/face.jpg',
  user_address: '42 Alder Grove, York YO31 7QZ',
  email: 'ada@example.com',
  phone_number: '+49 30 901820',
  user_fullname: 'Ada Obi',
  user_firstname: 'Ada',
  user_lastname: 'Obi',
  user_dob: '1990-01-02',
  nin: '12345678901',
  bvn: '12345678901',
  cpf: '123.456.789-09',
  curp: 'HEGG560427MVZRRL04',
  ssn: '123-45-6789',
  aadhaar: '123456789012',
};
