import type { DocumentCheckMember, DocumentType } from '@vendor/contract';
import type { AddressNode, CardNode, EvidenceNode } from './file-nodes.ts';
import type { DeviceNode, DocumentNode, SelfieNode, WorkflowNode } from './node.ts';

/** Fault of a definition, and its place: the members that lead there. */
export interface DefinitionFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A fault of one node: the members within it that lead to the place, and what is said after its name. */
type Fault = readonly [path: readonly (string | number)[], message: string];

/** Lists faults of a node by itself: demands that no user could meet, and results that it requires but never compares. */
export function nodeFaults(id: string, node: WorkflowNode): DefinitionFault[] {
  return faultsOf(node).map(([path, message]) => ({
    path: ['nodes', id, ...path],
    message: `"${id}" ${message}`,
  }));
}

function faultsOf(node: WorkflowNode): readonly Fault[] {
  switch (node.kind) {
    case 'document':
      return faultsOfDocument(node);
    case 'selfie':
      return faultsOfSelfie(node);
    case 'address':
      return faultsOfAddress(node);
    case 'card':
      return faultsOfCard(node);
    case 'evidence':
      return faultsOfEvidence(node);
    case 'device':
      return faultsOfDevice(node);
    default:
      return [];
  }
}

function faultsOfDocument(node: DocumentNode): Fault[] {
  const { accepts } = node;
  const types = accepts.map(({ type }) => type);
  return [
    ...twice(types, ['accepts'], 'accepts'),
    ...unmetRequirements(node),
    ...accepts.flatMap(({ type, sides }, index): Fault[] => {
      const path = ['accepts', index, 'sides'];
      // The portrait, the name and what else a face or an input is compared with are on the front of every type.
      const front: Fault[] = sides.includes('front')
        ? []
        : [[path, `does not ask for the front of ${type}: nobody could be read or compared by it`]];
      return [...twice(sides, path, `asks of ${type} for`), ...front];
    }),
  ];
}

/** The types whose cards may carry the barcode that is read (docs/licences.md). */
const withBarcode: readonly DocumentType[] = ['NATIONAL_ID', 'DRIVERS_LICENSE'];

/** Members that are looked at only where the node says by what, or on documents of some types. */
function unmetRequirements({ accepts, requires, sendName, sameHolder, minimumAge }: DocumentNode): Fault[] {
  const plain = accepts.find(({ type }) => !withBarcode.includes(type))?.type;
  const noBarcode = plain && `and no ${plain} has a barcode`;
  const missing: Partial<Record<DocumentCheckMember, string | false | undefined>> = {
    ageVerificationCheckResult: minimumAge === undefined && 'and there is no "minimumAge"',
    nameMatchCheckResult:
      !sendName && !sameHolder && 'and neither "sendName" nor "sameHolder" says whose name it is',
    barcodeAnomalyCheckResult: noBarcode,
    matchCheckResult: noBarcode,
  };
  return requires.flatMap((member, index): Fault[] =>
    missing[member] ? [[['requires', index], `requires ${member}, ${missing[member]}`]] : [],
  );
}

/** Finds a required result that is never compared: it is never PASS, so no user could pass the check. */
function faultsOfSelfie({ match, requires }: SelfieNode): Fault[] {
  if (match !== 'none' || !requires?.includes('faceMatchingResult')) return [];
  return [[['requires'], 'requires faceMatchingResult, and "match" says that nothing is compared']];
}

function faultsOfAddress({ accepts, compareWith, requires }: AddressNode): Fault[] {
  const repeated = twice(accepts, ['accepts'], 'accepts');
  if (compareWith !== 'none' || !requires?.includes('fullAddressCheckResult')) return repeated;
  const message = 'requires fullAddressCheckResult, and "compareWith" says that nothing is compared';
  return [...repeated, [['requires'], message]];
}

function faultsOfCard({ sides }: CardNode): Fault[] {
  return twice(sides, ['sides'], 'asks for');
}

function faultsOfEvidence({ accepts, minFiles, maxFiles }: EvidenceNode): Fault[] {
  const repeated = twice(accepts, ['accepts'], 'accepts');
  return minFiles > maxFiles ? [...repeated, [['minFiles'], 'asks for more files than it takes']] : repeated;
}

function faultsOfDevice({ reviewFrom, declineFrom }: DeviceNode): Fault[] {
  if (reviewFrom <= declineFrom) return [];
  return [
    [['reviewFrom'], `is in doubt from a score of ${reviewFrom}, and declined from ${declineFrom} already`],
  ];
}

function twice(entries: readonly string[], path: readonly (string | number)[], verb: string): Fault[] {
  return entries.flatMap((entry, index): Fault[] =>
    entries.indexOf(entry) < index ? [[[...path, index], `${verb} ${entry} twice`]] : [],
  );
}
