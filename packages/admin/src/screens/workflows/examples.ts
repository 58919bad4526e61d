const passportOrCard = [
  { type: 'PASSPORT', sides: ['front'] },
  { type: 'NATIONAL_ID', sides: ['front', 'back'] },
  { type: 'RESIDENT_PERMIT', sides: ['front', 'back'] },
];
const end = { kind: 'end' };

/** Example definitions for a new workflow. Their names and descriptions are in the texts. */
export const exampleDefinitions: Readonly<Record<string, unknown>> = {
  document: {
    start: 'document',
    nodes: { document: { kind: 'document', accepts: passportOrCard, next: 'end' }, end },
  },
  selfie: {
    start: 'document',
    nodes: {
      document: { kind: 'document', accepts: passportOrCard, next: 'selfie' },
      selfie: { kind: 'selfie', match: 'document', next: 'end' },
      end,
    },
  },
  amount: {
    start: 'document',
    nodes: {
      document: { kind: 'document', accepts: passportOrCard, next: 'is-large' },
      'is-large': {
        kind: 'condition',
        if: { fact: 'inputs.transaction_amount', is: 'at-least', value: 1000 },
        next: 'selfie',
        else: 'end',
      },
      selfie: { kind: 'selfie', match: 'document', next: 'end' },
      end,
    },
  },
  data: {
    start: 'email',
    nodes: { email: { kind: 'email', next: 'phone' }, phone: { kind: 'phone', next: 'end' }, end },
  },
};
