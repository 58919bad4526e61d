import type {
  DeviceReport,
  DocumentCheckMember,
  DocumentCheckOutcomes,
  DocumentExtractedData,
  DocumentRetryReason,
  DocumentType,
  Outcome,
  SelfieCheckMember,
  SelfiePose,
  SelfieRetryReason,
} from '@vendor/contract';
import type { CardEvaluation, CardTask } from './card-reader.ts';
import type { CleanPicture } from './clean-picture.ts';
import type { ExpectedName, HolderNames } from './expected-name.ts';
import type { TaskOwner } from './fair-queue.ts';
import type {
  AddressEvaluation,
  AddressTask,
  EvidenceEvaluation,
  EvidenceTask,
  FileCleaning,
} from './file-evaluations.ts';

export type { CleanPicture } from './clean-picture.ts';

/** The pictures of a document and what is asked about them. */
export interface DocumentTask {
  readonly documentType: DocumentType;
  readonly front: Uint8Array;
  readonly back: Uint8Array | null;
  /** Claims of the caller or another document about the end user; null where nothing was said. */
  readonly expected: { readonly fullName: ExpectedName | null; readonly dateOfBirth: string | null };
  /** How old the holder must be, in whole years; null: it does not matter. */
  readonly minimumAge: number | null;
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
  /** Whether documents of ICAO's specimen state count as known: true for test keys only, since anybody can print one. */
  readonly acceptsSpecimens: boolean;
}

/** `retry`: the pictures cannot be judged, for reasons the user can do something about. What outcomes come to is not for them to say. */
export type DocumentEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly DocumentRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: DocumentCheckOutcomes;
      readonly extracted: DocumentExtractedData;
      /** The name in its parts; null when none was read. */
      readonly names: HolderNames | null;
      /** Why members are not PASS: stable codes, in capitals. */
      readonly findings: readonly {
        readonly code: string;
        readonly member?: DocumentCheckMember;
        readonly outcome?: Outcome;
      }[];
      /** Places of the document and of what was read in the pictures; absent where that was not told. */
      readonly places?: readonly SidePlaces[];
    };

/** Place of something in a picture: four corners, as shares of its width and height. */
export type Place = readonly (readonly [x: number, y: number])[];

/** Places of what was found in the picture of one side of a document. */
export interface SidePlaces {
  readonly side: 'front' | 'back';
  readonly document: Place | null;
  /** By field, as agreement of fields names them. */
  readonly fields: Readonly<Record<string, Place>>;
}

/** The key frames of a selfie, in the order they were taken, and what the face is compared with. */
export interface SelfieTask {
  readonly frames: readonly {
    readonly pose: SelfiePose;
    readonly file: Uint8Array;
    /** When the service had received it, in milliseconds since 1970. */
    readonly receivedAt: number;
  }[];
  /** A photographed document or a portrait; null: nothing, or it could not be had. */
  readonly reference: { readonly kind: 'document' | 'portrait'; readonly file: Uint8Array } | null;
  /** Whether frames may be copies of each other. */
  readonly acceptsCopies: boolean;
}

export type SelfieEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly SelfieRetryReason[] }
  | {
      readonly kind: 'evaluated';
      readonly outcomes: Readonly<Record<SelfieCheckMember, Outcome>>;
      /** Why members are not PASS: stable codes, in capitals. */
      readonly findings: readonly { readonly member: SelfieCheckMember; readonly code: string }[];
    };

/** Finding of one look at an e-mail address or phone number. */
export interface FraudFinding {
  /** Stable, in capitals. */
  readonly code: string;
  readonly outcome: Outcome;
}

export interface FraudEvaluation {
  /** Outcome of all findings together. */
  readonly outcome: Outcome;
  readonly findings: readonly FraudFinding[];
}

/** An address that a user comes from, and what is known of it. */
export interface IpTask {
  /** Null: nobody knows it. */
  readonly ip: string | null;
  /** Data from lists of networks; null: there is no such list. */
  readonly network: {
    readonly country: { readonly code: string | null } | null;
    readonly owner: { readonly asn: number | null; readonly organization: string | null } | null;
    readonly masks: readonly ('TOR' | 'PROXY' | 'VPN' | 'HOSTING')[] | null;
  };
  /** Countries that the user is said to be of, ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** Different users within a day, this one included; null where nothing was counted. */
  readonly users: { readonly ofAddress: number; readonly ofNetwork: number } | null;
  /** More than these are in doubt. */
  readonly limits: { readonly ofAddress: number; readonly ofNetwork: number };
}

export interface IpEvaluation extends FraudEvaluation {
  /** Outcome of each part that was looked at, by itself. */
  readonly members: Readonly<Record<'address' | 'country' | 'network' | 'velocity', Outcome>>;
}

/** Report of a user's device, and what else is known about it. */
export interface DeviceTask {
  /** Null: nothing was told. */
  readonly told: ToldDevice | null;
  /** Of the user's address, ISO 3166-1 alpha-2; null: nobody knows it. */
  readonly country: string | null;
  /** Different users of such a device, this one included; null where nothing was counted. */
  readonly users: number | null;
  /** More users than these are in doubt. */
  readonly usersLimit: number;
}

/** Report of a device about itself. */
export interface ToldDevice {
  readonly report: DeviceReport;
  /** User-Agent of the request that it came with; null: it had none. */
  readonly agent: string | null;
  /** When it came, in ms since 1970. */
  readonly receivedAt: number;
}

export interface DeviceEvaluation extends FraudEvaluation {
  /** Outcome of each part that was looked at, by itself. */
  readonly members: Readonly<
    Record<'automation' | 'consistency' | 'location' | 'renderer' | 'users', Outcome>
  >;
  /** Score of all doubts together. */
  readonly score: number;
}

/** Somebody to be looked for in lists of people. */
export interface ScreeningTask {
  readonly fullName: string;
  /** `YYYY-MM-DD`; null: not known. */
  readonly birthDate: string | null;
  /** ISO 3166-1 alpha-2; empty: not known. */
  readonly countries: readonly string[];
  /** The score from which an entry is a hit, 0 to 1. */
  readonly threshold: number;
  readonly lists: readonly { readonly id: string; readonly file: string }[];
}

/** An entry of a list that may be about who was looked for. */
export interface ScreeningHit {
  readonly list: string;
  /** The entry's own id within its list. */
  readonly entry: string;
  /** The name of the entry that is most like. */
  readonly name: string;
  /** 0 to 1. */
  readonly score: number;
  readonly agreed: readonly ('NAME' | 'SIMILAR_NAME' | 'BIRTH_DATE' | 'BIRTH_YEAR' | 'COUNTRY')[];
}

/** The national numbers that there is a check for. */
export type NationalIdKind = 'NIN' | 'BVN' | 'CPF' | 'CURP' | 'SSN' | 'AADHAAR';

/** A national number as the start request gave it. */
export interface NationalIdTask {
  readonly kind: NationalIdKind;
  readonly number: string;
  /** `YYYY-MM-DD`; null where nothing was said. */
  readonly dateOfBirth: string | null;
  /** Answer of the register about number and person; null: it was not asked. */
  readonly register: 'MATCH' | 'PARTIAL_MATCH' | 'NO_MATCH' | 'NOT_FOUND' | 'NOT_COVERED' | null;
}

export interface NationalIdEvaluation extends FraudEvaluation {
  /** Outcome of the number alone. */
  readonly number: Outcome;
  /** Whether the register of the state says that it is that person's. */
  readonly register: Outcome;
}

/** A film and nothing else, or why there is none: it cannot be used, or lasts too long. */
export type VideoCleaning =
  | { readonly kind: 'clean'; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: 'refused'; readonly refusal: 'UNREADABLE' | 'TOO_LONG' };

/**
 * Makes of an uploaded file a picture or film that may be kept and shown. Each method rejects when the file could not be looked
 * at, so that it can be tried again; with a `PoolFullError` when too many wait, and with a `BudgetSpentError` when the session of
 * the owner used up its CPU time.
 */
export interface PictureCleaner {
  /** @returns null for a file that is no picture, or is too complex. */
  cleanPicture(file: Uint8Array, owner: TaskOwner): Promise<CleanPicture | null>;
  cleanVideo(file: Uint8Array, owner: TaskOwner): Promise<VideoCleaning>;
  /** A picture or PDF. */
  cleanFile(file: Uint8Array, owner: TaskOwner): Promise<FileCleaning>;
}

/**
 * Runs checks of pictures and files. A rejected promise means that the check could not be carried out, never that it went badly;
 * it can be tried again.
 */
export interface MediaEvaluator {
  evaluateDocument(task: DocumentTask, signal: AbortSignal): Promise<DocumentEvaluation>;
  evaluateSelfie(task: SelfieTask, signal: AbortSignal): Promise<SelfieEvaluation>;
  evaluateAddress(task: AddressTask, signal: AbortSignal): Promise<AddressEvaluation>;
  evaluateEvidence(task: EvidenceTask, signal: AbortSignal): Promise<EvidenceEvaluation>;
}

/** Runs checks of texts and numbers; rejects as a {@link MediaEvaluator} does. */
export interface InputEvaluator {
  /** Of readings alone: no picture is looked at. */
  judgeCard(task: CardTask, signal: AbortSignal): Promise<CardEvaluation>;
  evaluateEmail(email: string, signal: AbortSignal): Promise<FraudEvaluation>;
  evaluatePhone(phoneNumber: string, signal: AbortSignal): Promise<FraudEvaluation>;
  /** The likeliest first; null for a name without a single letter or digit, which cannot be looked for. */
  screenName(task: ScreeningTask, signal: AbortSignal): Promise<ScreeningHit[] | null>;
  evaluateIp(task: IpTask, signal: AbortSignal): Promise<IpEvaluation>;
  evaluateDevice(task: DeviceTask, signal: AbortSignal): Promise<DeviceEvaluation>;
  evaluateNationalId(task: NationalIdTask, signal: AbortSignal): Promise<NationalIdEvaluation>;
}

/** Runs all checks. */
export interface Evaluator extends MediaEvaluator, InputEvaluator {}
