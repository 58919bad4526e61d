import type {
  AddressRetryReason,
  AddressStep,
  CaptureSlot,
  CardRetryReason,
  CardStep,
  DocumentSide,
  EvidenceRetryReason,
  EvidenceStep,
} from '@vendor/contract';

/** A step that collects pictures or files. */
export type CollectStep = AddressStep | CardStep | EvidenceStep;

/** Slot for one file of a step that collects files. */
export type CollectSlot = Extract<CaptureSlot, 'address' | `card-${string}` | `evidence-${string}`>;

/** Why a file that the user chose was not even sent. */
export type FileFault =
  /** The file is not a picture and, where PDFs are accepted, not a PDF. */
  | 'FILE_OF_OTHER_KIND'
  | 'FILE_EMPTY'
  /** A picture with too few pixels for anything to be read in it. */
  | 'FILE_TOO_SMALL'
  /** Larger than the service takes. */
  | 'FILE_TOO_LARGE'
  /** Something on the way to the service does not let it through, though the connection is there. */
  | 'FILE_BLOCKED'
  /** A picture as iPhones keep them, which this browser cannot open. */
  | 'FILE_HEIC'
  /** Damaged, or gone since it was chosen. */
  | 'FILE_UNREADABLE';

/** Reason why the user's files were refused: told by the service after its check, or found before sending. */
export type CollectReason = AddressRetryReason | CardRetryReason | EvidenceRetryReason | FileFault;

/** A file as the user knows it. */
export interface FileLook {
  /** Empty for a picture of the camera, and for what was sent before a reload. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** A file that the service holds. */
export interface CollectedFile extends FileLook {
  readonly slot: CollectSlot;
}

/** Task of the user in a step that collects files, as it is described to them. */
export type CollectTask =
  | ({ readonly of: 'address' } & Pick<AddressStep, 'accepts' | 'maxAgeDays'>)
  | { readonly of: 'card'; readonly side: DocumentSide; readonly sides: number }
  | ({ readonly of: 'evidence' } & Pick<EvidenceStep, 'texts' | 'minFiles' | 'maxFiles' | 'accepts'>);

/** Task of giving a document again, when the file that was to show it cannot be used. */
export interface DocumentTask {
  readonly of: 'document';
}

/** Traits in which the kinds of step that collect files differ. */
export interface Collecting {
  /** Slots that can be filled, in the order in which they are asked for. */
  readonly slots: readonly CollectSlot[];
  /** Number of files that is enough. */
  readonly least: number;
  /** The user says when it is enough, and may take files away again. */
  readonly isList: boolean;
  readonly takesPictures: boolean;
  readonly takesPdfs: boolean;
}

/** Returns what a step collects. */
export function collectingOf(step: CollectStep): Collecting {
  switch (step.kind) {
    case 'address':
      return { slots: ['address'], least: 1, isList: false, takesPictures: true, takesPdfs: true };
    case 'card': {
      const slots = step.sides.map((side) => `card-${side}` as const);
      return { slots, least: slots.length, isList: false, takesPictures: true, takesPdfs: false };
    }
    case 'evidence': {
      const { minFiles, maxFiles, accepts } = step;
      return {
        slots: Array.from({ length: maxFiles }, (_, index) => `evidence-${index + 1}` as CollectSlot),
        least: minFiles,
        isList: maxFiles > 1,
        takesPictures: accepts.includes('image'),
        takesPdfs: accepts.includes('pdf'),
      };
    }
  }
}

/** The next slot to be filled; null when all are. */
export function nextSlotOf(step: CollectStep, files: readonly CollectedFile[]): CollectSlot | null {
  return collectingOf(step).slots.find((slot) => files.every((file) => file.slot !== slot)) ?? null;
}
