import type { InputName } from '@vendor/contract';
import type { CheckKindName, NodeOfKind } from '../src/check-kinds/registry.ts';

/** Requirement of a node: an input, a previous document, or a name from either. */
export type Need = InputName | 'a document' | 'a name';

/** Examples of one kind of check, for tests of any workflow. */
interface CheckKindExample<Node> {
  /** Nodes in all variants, without kind and successor. */
  readonly nodes: readonly object[];
  /** Facts that conditions may refer to, besides status and findings. */
  readonly facts: readonly string[];
  /**
   * Returns the requirements of a node, stated independently of the code under test. All must be met whenever a walk reaches
   * the node.
   */
  needs(node: Node): readonly Need[];
}

const passport = [{ type: 'PASSPORT', sides: ['front'] }];

/** Examples of every kind of check; a missing kind is a type error. */
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
