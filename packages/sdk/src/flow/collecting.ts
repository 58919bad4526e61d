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

/** Why a file did not reach the check: unusable, refused by the service during its upload, or blocked on the way. */
export type FileFault =
  /** Not a picture and, where PDFs are accepted, not a PDF either. */
  | 'FILE_OF_OTHER_KIND'
  | 'FILE_EMPTY'
  /** A picture with too few pixels to be readable. */
  | 'FILE_TOO_SMALL'
  /** Larger than the service accepts. */
  | 'FILE_TOO_LARGE'
  /** Blocked on the way to the service, although the connection works. */
  | 'FILE_BLOCKED'
  /** A picture in the format of iPhones that this browser cannot open. */
  | 'FILE_HEIC'
  /** Damaged, or gone since it was chosen. */
  | 'FILE_UNREADABLE';

/** Why the user has to provide a file again: the check asked for another, or the file did not reach the check. */
export type CollectReason = AddressRetryReason | CardRetryReason | EvidenceRetryReason | FileFault;

/** A file as described to the user. */
export interface FileLook {
  /** Empty for pictures of the camera, and for files sent before a reload. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** A file that the service holds. */
export interface CollectedFile extends FileLook {
  readonly slot: CollectSlot;
}

/** Task of the user in a step that collects files, as described to them. */
export type CollectTask =
  | ({ readonly of: 'address' } & Pick<AddressStep, 'accepts' | 'maxAgeDays'>)
  | { readonly of: 'card'; readonly side: DocumentSide; readonly sides: number }
  | ({ readonly of: 'evidence' } & Pick<EvidenceStep, 'texts' | 'minFiles' | 'maxFiles' | 'accepts'>);

/** Task of providing a document again because the chosen file cannot be used. */
export interface DocumentTask {
  readonly of: 'document';
}

/** Traits in which the kinds of steps that collect files differ. */
export interface Collecting {
  /** Slots that can be filled, in the order in which they are requested. */
  readonly slots: readonly CollectSlot[];
  /** Minimum number of files. */
  readonly least: number;
  /** Whether the user decides when the list is complete, and may remove files. */
  readonly isList: boolean;
  readonly takesPictures: boolean;
  readonly takesPdfs: boolean;
}

/** Returns the traits of a step that collects files. */
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

/** Returns the next slot to fill; null if all are filled. */
export function nextSlotOf(step: CollectStep, files: readonly CollectedFile[]): CollectSlot | null {
  return collectingOf(step).slots.find((slot) => files.every((file) => file.slot !== slot)) ?? null;
}
