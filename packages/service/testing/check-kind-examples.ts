import type { InputName } from '@vendor/contract';
import type { CheckKindName, NodeOfKind } from '../src/check-kinds/registry.ts';

/** An input, a document shown before, or a name from either. */
export type Need = InputName | 'a document' | 'a name';

/** One kind of check as tests of any workflow know it. */
interface CheckKindExample<Node> {
  /** Nodes as they may be written, without kind and where they lead. */
  readonly nodes: readonly object[];
  /** Facts that conditions are made about, besides status and findings. */
  readonly facts: readonly string[];
  /** Needs of a node, stated apart from the code under test: all must be met whenever a walk comes to it. */
  needs(node: Node): readonly Need[];
}

const passport = [{ type: 'PASSPORT', sides: ['front'] }];

/** Every kind of check. One that is missing is a type error. */
export const checkKindExamples: {
  readonly [Kind in CheckKindName]: CheckKindExample<NodeOfKind<Kind>>;
} = {
  document: {
    nodes: [
      { accepts: passport },
      { accepts: passport, sendName: true, attempts: 1 },
      { accepts: passport, sameHolder: true, pastLimit: 'REVIEW' },
      { accepts: passport, requires: ['dateOfBirthCheckResult'] },
    ],
    facts: [
      'duplicatesFound',
      'documentCheckExtractedData.age',
      'documentCheckExtractedData.birthDate',
      'documentCheckExtractedData.gender',
      'documentCheckExtractedData.country',
      'documentCheckResult.photocopyCheckResult',
    ],
    needs: ({ sendName, sameHolder, requires }) => [
      ...(sendName ? (['user_fullname'] as const) : []),
      ...(sameHolder ? (['a document'] as const) : []),
      ...(requires.includes('dateOfBirthCheckResult') && !sameHolder ? (['user_dob'] as const) : []),
    ],
  },
  selfie: {
    nodes: [{}, { match: 'document' }, { match: 'reference_image', attempts: 2 }],
    facts: ['selfieVerificationResult.livenessCheckResult'],
    needs: ({ match }) => (match === 'none' ? [] : [match === 'document' ? 'a document' : 'reference_image']),
  },
  address: {
    nodes: [
      {},
      { requires: ['nameMatchCheckResult'] },
      { compareWith: 'trigger', attempts: 2, pastLimit: 'REVIEW' },
    ],
    facts: ['proofOfAddressExtractedData.extractedAddress'],
    needs: ({ compareWith, requires }) => [
      ...(compareWith === 'trigger' ? (['user_address'] as const) : []),
      ...(requires?.includes('nameMatchCheckResult') ? (['a name'] as const) : []),
    ],
  },
  card: {
    nodes: [{}, { sendName: true }, { requires: ['nameMatchCheckResult'] }],
    facts: ['creditCardVerificationResult.brand'],
    needs: ({ sendName, requires }) => [
      ...(sendName ? (['user_fullname'] as const) : []),
      ...(!sendName && requires.includes('nameMatchCheckResult') ? (['a document'] as const) : []),
    ],
  },
  evidence: {
    nodes: [{ texts: { en: { title: 'A payslip', instructions: 'Of the last month.' } } }],
    facts: ['evidenceCollectionCheckResult.files'],
    needs: () => [],
  },
  email: { nodes: [{}], facts: [], needs: () => ['email'] },
  phone: { nodes: [{}], facts: [], needs: () => ['phone_number'] },
  ip: { nodes: [{}], facts: ['network.country', 'network.usersToday'], needs: () => [] },
  device: { nodes: [{}], facts: ['device.score'], needs: () => [] },
  aml: {
    nodes: [{}, { name: 'document' }],
    facts: ['screening.hits', 'screening.score'],
    needs: ({ name }) => [name === 'document' ? 'a document' : 'user_fullname'],
  },
  'national-id': {
    nodes: [
      ...['NIN', 'BVN', 'CPF', 'CURP', 'SSN', 'AADHAAR'].map((number) => ({ number })),
      { number: 'NIN', holder: 'document' },
    ],
    facts: [],
    needs: ({ number, holder }) => {
      const names = ['NIN', 'BVN'].includes(number) ? (['user_firstname', 'user_lastname'] as const) : [];
      const dated = ['NIN', 'BVN', 'CURP', 'SSN'].includes(number) ? (['user_dob'] as const) : [];
      const own = number.toLowerCase() as InputName;
      return holder === 'document' ? [own, 'a document'] : [own, ...names, ...dated];
    },
  },
};
