import type { InputName } from '@vendor/contract';
import { nodesInOrder, type WorkflowDefinition } from './definition.ts';
import { metWithoutDocument } from './met-without-document.ts';
import type { NationalIdNode, WorkflowNode } from './node.ts';
import { reachableFrom } from './reachable-from.ts';

/**
 * The inputs a start request must carry for this workflow (section 2.3 of the API); `user_id` always. What a form asks the
 * user for on every way to the node that needs it can be left out.
 */
export function requiredInputs(definition: WorkflowDefinition): ReadonlySet<InputName> {
  const known = knownInputs.get(definition);
  if (known) return known;
  const required = findRequiredInputs(definition);
  knownInputs.set(definition, required);
  return required;
}

/** By definition: each start of an execution asks for them, and a definition never changes. */
const knownInputs = new WeakMap<WorkflowDefinition, ReadonlySet<InputName>>();

function findRequiredInputs(definition: WorkflowDefinition): ReadonlySet<InputName> {
  const required = new Set<InputName>(['user_id']);
  const undocumented = metWithoutDocument(definition.start, definition.nodes);
  for (const [id, node] of nodesInOrder(definition)) {
    for (const input of inputsOf(node, !undocumented.has(id)))
      if (!isCollectedBefore(definition, id, input)) required.add(input);
  }
  return required;
}

function isCollectedBefore({ start, nodes }: WorkflowDefinition, id: string, input: InputName): boolean {
  const asks = (node: WorkflowNode) =>
    node.kind === 'form' && node.fields.some(({ name, required }) => required && name === input);
  return !reachableFrom(nodes, [start], (_, node) => asks(node)).has(id);
}

/** The input that says a national number. */
export const inputOfNumber = {
  NIN: 'nin',
  BVN: 'bvn',
  CPF: 'cpf',
  CURP: 'curp',
  SSN: 'ssn',
  AADHAAR: 'aadhaar',
} as const satisfies Record<NationalIdNode['number'], InputName>;

/** Inputs about the holder of a number that the register of the state is asked with. */
export const holderOfNumber = {
  NIN: ['user_firstname', 'user_lastname', 'user_dob'],
  BVN: ['user_firstname', 'user_lastname', 'user_dob'],
  CPF: [],
  CURP: ['user_dob'],
  SSN: ['user_dob'],
  AADHAAR: [],
} as const satisfies Record<NationalIdNode['number'], readonly InputName[]>;

/** @param hasDocument - whether a document was shown before, whichever way was gone. */
function inputsOf(node: WorkflowNode, hasDocument: boolean): InputName[] {
  switch (node.kind) {
    case 'document':
      return [
        ...(node.sendName ? (['user_fullname'] as const) : []),
        // The birth date is compared where one is known: that of the same holder is, on the document before.
        ...(node.requires.includes('dateOfBirthCheckResult') && !node.sameHolder
          ? (['user_dob'] as const)
          : []),
      ];
    case 'selfie':
      return node.match === 'reference_image' ? ['reference_image'] : [];
    case 'address':
      return [
        ...(node.compareWith === 'trigger' ? (['user_address'] as const) : []),
        ...(node.requires?.includes('nameMatchCheckResult') && !hasDocument
          ? (['user_fullname'] as const)
          : []),
      ];
    case 'card':
      return node.sendName ? ['user_fullname'] : [];
    case 'aml':
      return node.name === 'trigger' ? ['user_fullname'] : [];
    case 'email':
      return ['email'];
    case 'phone':
      return ['phone_number'];
    case 'national-id':
      return node.holder === 'trigger'
        ? [inputOfNumber[node.number], ...holderOfNumber[node.number]]
        : [inputOfNumber[node.number]];
    case 'evidence':
    // Inputs that these look at come from the browser where they are left out.
    case 'ip':
    case 'device':
    case 'form':
    case 'condition':
    case 'end':
      return [];
  }
}
