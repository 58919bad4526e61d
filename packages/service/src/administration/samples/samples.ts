import type { CaptureSlot, DocumentType, Inputs, SelfiePose } from '@vendor/contract';
import { workflowDefinitionSchema } from '../../workflows/definition.ts';

/** Workflow of the sample runs. It stays inactive, so that nobody else can start it. */
export const sampleWorkflow = {
  name: 'Sample: document, and a selfie for large amounts',
  definition: workflowDefinitionSchema.parse({
    start: 'document',
    nodes: {
      document: {
        kind: 'document',
        accepts: [
          { type: 'PASSPORT', sides: ['front'] },
          { type: 'NATIONAL_ID', sides: ['front', 'back'] },
        ],
        sendName: true,
        next: 'large',
      },
      large: {
        kind: 'condition',
        if: { fact: 'inputs.transaction_amount', is: 'at-least', value: 1000 },
        next: 'selfie',
        else: 'contact',
      },
      selfie: { kind: 'selfie', next: 'contact' },
      contact: {
        kind: 'condition',
        if: { fact: 'inputs.email', is: 'present' },
        next: 'email',
        else: 'phone',
      },
      email: { kind: 'email', next: 'end' },
      phone: { kind: 'phone', next: 'end' },
      end: { kind: 'end' },
    },
  }),
};

/** A document as photographed by its user: names of pictures in `samples/`, by slot. */
interface ShownDocument {
  readonly type: DocumentType;
  readonly pictures: Readonly<Partial<Record<CaptureSlot, string>>>;
}

/** A sample run: the inputs of its user, and their actions. */
export interface Sample {
  readonly inputs: Inputs;
  /** Documents shown in each attempt; the last one is repeated in further attempts. */
  readonly documents: readonly ShownDocument[];
  /** Point at which the user stops: before beginning, or before a step; null: nowhere. */
  readonly stopsAt: 'begin' | 'document' | 'selfie' | null;
  /** Null: the run starts on a page; otherwise it starts by a link that is valid for this time, in ms. */
  readonly linkMs: number | null;
}

const passport = (name: string): ShownDocument => ({ type: 'PASSPORT', pictures: { front: name } });
const good = passport('passport');
const card: ShownDocument = { type: 'NATIONAL_ID', pictures: { front: 'card-front', back: 'card-back' } };

/** The fictional holder in the specimens of ICAO Doc 9303. */
const holder = {
  user_id: 'sample-user-1',
  user_fullname: 'Anna Maria Eriksson',
  user_dob: '1974-08-12',
  // From a range that the German regulator reserves for fiction.
  phone_number: '+49 30 23125 017',
};
const hourMs = 3_600_000;

function sample(changes: Partial<Sample>, inputs: Partial<Inputs> = {}): Sample {
  return {
    inputs: { ...holder, transaction_amount: 120, ...inputs },
    documents: [good],
    stopsAt: null,
    linkMs: null,
    ...changes,
  };
}

/** The sample runs, in the order of their creation. */
export const samples: readonly Sample[] = [
  sample({}),
  sample({ documents: [passport('passport-expired')] }),
  sample({ documents: [card] }, { transaction_amount: 75 }),
  sample({ documents: [passport('passport-altered')] }),
  sample({}, { transaction_amount: 2500 }),
  // Another user with the same passport.
  sample({}, { user_id: 'sample-user-2', user_fullname: 'Utopia Specimen' }),
  sample({ documents: [passport('passport-blurred'), good] }),
  sample({ documents: [passport('passport-blurred')] }),
  sample({ stopsAt: 'document', linkMs: 720 * hourMs }),
  // A link that expires before it is opened.
  sample({ stopsAt: 'begin', linkMs: 1000 }),
  sample({ stopsAt: 'selfie', linkMs: 720 * hourMs }, { transaction_amount: 4000 }),
  sample({ documents: [card], linkMs: 24 * hourMs }, { email: 'anna.eriksson@mailinator.com' }),
];

/** Returns the picture for a pose. A pose that is repeated gets another picture. */
export function pictureOfPose(poses: readonly SelfiePose[], index: number): string {
  const pose = poses[index];
  const before = poses.slice(0, index).filter((one) => one === pose).length;
  return `selfie-${pose}-${before + 1}`;
}
