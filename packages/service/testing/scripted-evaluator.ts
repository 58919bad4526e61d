import type { CardReading, FileCleaning } from '@vendor/checks';
import type {
  CardCheckMember,
  DocumentCheckOutcomes,
  DocumentExtractedData,
  Outcome,
  SelfieCheckMember,
} from '@vendor/contract';
import type { CardCapture, CardReader } from '../src/evaluations/card-reader.ts';
import { type LocalChecks, runCheck } from '../src/evaluations/evaluation-task.ts';
import type {
  Checks,
  CleanPicture,
  EvaluationOf,
  Evaluator,
  PictureCleaner,
  TaskOf,
  VideoCleaning,
} from '../src/evaluations/evaluator.ts';
import type { TaskOwner } from '../src/evaluations/fair-queue.ts';

/**
 * An evaluator that returns the results scripted by the test, in order. By default every check passes, and every file is a
 * clean JPEG as it is.
 */
export class ScriptedEvaluator implements Evaluator, PictureCleaner, CardReader {
  readonly documents: (EvaluationOf<'document'> | Error)[] = [];
  readonly selfies: (EvaluationOf<'selfie'> | Error)[] = [];
  readonly emails: (EvaluationOf<'email'> | Error)[] = [];
  readonly phones: (EvaluationOf<'phone'> | Error)[] = [];
  readonly screenings: (EvaluationOf<'aml'> | Error)[] = [];
  readonly ips: (EvaluationOf<'ip'> | Error)[] = [];
  readonly devices: (EvaluationOf<'device'> | Error)[] = [];
  readonly numbers: (EvaluationOf<'national-id'> | Error)[] = [];
  readonly pictures: (CleanPicture | null | Error)[] = [];
  readonly cards: (EvaluationOf<'card'> | Error)[] = [];
  readonly cardCaptures: (CardCapture | Error)[] = [];
  readonly videos: (VideoCleaning | Error)[] = [];
  readonly addresses: (EvaluationOf<'address'> | Error)[] = [];
  readonly evidences: (EvaluationOf<'evidence'> | Error)[] = [];
  readonly files: (FileCleaning | Error)[] = [];
  /** Document checks that were requested. */
  readonly tasks: TaskOf<'document'>[] = [];
  readonly selfieTasks: TaskOf<'selfie'>[] = [];
  readonly screeningTasks: TaskOf<'aml'>[] = [];
  readonly addressTasks: TaskOf<'address'>[] = [];
  readonly evidenceTasks: TaskOf<'evidence'>[] = [];
  readonly ipTasks: TaskOf<'ip'>[] = [];
  /** Owners of the cards that were read. */
  readonly cardOwners: TaskOwner[] = [];
  readonly cardTasks: TaskOf<'card'>[] = [];
  readonly deviceTasks: TaskOf<'device'>[] = [];
  readonly numberTasks: TaskOf<'national-id'>[] = [];

  /** Runs each check in this process. */
  readonly checks: LocalChecks<keyof Checks> = {
    document: (task) => {
      this.tasks.push(task);
      // By default, no two users show the same document.
      const others = this.tasks.length - 1;
      return next(this.documents) ?? evaluatedDocument({}, others > 0 ? `L${others}` : undefined);
    },
    selfie: (task) => {
      this.selfieTasks.push(task);
      return (
        next(this.selfies) ??
        evaluatedSelfie({ faceMatchingResult: task.reference ? 'PASS' : 'NOT_PERFORMED' })
      );
    },
    address: (task) => {
      this.addressTasks.push(task);
      return next(this.addresses) ?? evaluatedAddress();
    },
    evidence: (task) => {
      this.evidenceTasks.push(task);
      return next(this.evidences) ?? { kind: 'evaluated', fileCheckResult: 'PASS', findings: [] };
    },
    card: (task) => {
      this.cardTasks.push(task);
      return next(this.cards) ?? evaluatedCard();
    },
    email: () => {
      return next(this.emails) ?? { outcome: 'PASS', findings: [] };
    },
    phone: () => {
      return next(this.phones) ?? evaluatedPhone();
    },
    aml: (task) => {
      this.screeningTasks.push(task);
      const scripted = next(this.screenings);
      return scripted === undefined ? [] : scripted;
    },
    ip: (task) => {
      this.ipTasks.push(task);
      const members = { address: 'PASS', country: 'PASS', network: 'PASS', velocity: 'PASS' } as const;
      return next(this.ips) ?? { outcome: 'PASS', addressClass: 'PUBLIC', members, findings: [] };
    },
    device: (task) => {
      this.deviceTasks.push(task);
      return next(this.devices) ?? evaluatedDevice();
    },
    'national-id': (task) => {
      this.numberTasks.push(task);
      return (
        next(this.numbers) ?? { outcome: 'PASS', number: 'PASS', register: 'NOT_PERFORMED', findings: [] }
      );
    },
  };

  run<Kind extends keyof Checks>(check: Kind, task: TaskOf<Kind>): Promise<EvaluationOf<Kind>> {
    return runCheck(this.checks, { check, task });
  }

  async cleanFile(file: Uint8Array): Promise<FileCleaning> {
    const isPdf = Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-';
    const contentType = isPdf ? 'application/pdf' : 'image/jpeg';
    return next(this.files) ?? { kind: 'clean', bytes: file, contentType };
  }

  async cleanPicture(file: Uint8Array): Promise<CleanPicture | null> {
    const scripted = next(this.pictures);
    return scripted === undefined ? { bytes: file, contentType: 'image/jpeg' } : scripted;
  }

  async cleanVideo(file: Uint8Array): Promise<VideoCleaning> {
    return next(this.videos) ?? { kind: 'clean', bytes: file, contentType: 'video/webm' };
  }

  async readCard(file: Uint8Array, side: 'front' | 'back', owner: TaskOwner): Promise<CardCapture> {
    this.cardOwners.push(owner);
    const picture = { bytes: Buffer.from(`painted over ${file.byteLength}`), contentType: 'image/jpeg' };
    return (
      next(this.cardCaptures) ?? { reading: cardReadings[side], picture: side === 'front' ? picture : null }
    );
  }
}

function next<Evaluation>(script: (Evaluation | Error)[]): Evaluation | undefined {
  const scripted = script.shift();
  if (scripted instanceof Error) throw scripted;
  return scripted;
}

/** Creates the evaluation of a valid, inconspicuous phone number, with changes by the test. */
export function evaluatedPhone(changes: Partial<EvaluationOf<'phone'>> = {}): EvaluationOf<'phone'> {
  return { outcome: 'PASS', findings: [], country: 'GB', lineType: 'MOBILE', ...changes };
}

/** Reading of a card side on which nothing was found. */
export const unreadCard: CardReading = {
  number: null,
  expiry: null,
  isExpiryCertain: false,
  names: [],
  reasons: [],
};

/** Readings of both sides of a card with the number on the front. */
export const cardReadings: Readonly<Record<'front' | 'back', CardReading>> = {
  front: { ...unreadCard, number: { bin: '411111', lastFour: '1111', brand: 'VISA', check: 'right' } },
  back: unreadCard,
};

/** Creates the evaluation of a device that passes everything, with changes by the test. */
export function evaluatedDevice(changes: Partial<EvaluationOf<'device'>> = {}): EvaluationOf<'device'> {
  const members = {
    automation: 'PASS',
    consistency: 'PASS',
    location: 'PASS',
    renderer: 'PASS',
    users: 'PASS',
  } as const;
  return { outcome: 'PASS', members, score: 0, findings: [], ...changes };
}

/** Creates the evaluation of a card that passes everything, with changes by the test. */
export function evaluatedCard(changes: Partial<Record<CardCheckMember, Outcome>> = {}): EvaluationOf<'card'> {
  const outcomes = {
    numberCheckResult: 'PASS',
    expiryCheckResult: 'PASS',
    nameMatchCheckResult: 'NOT_PERFORMED',
    ...changes,
  } as const;
  return { kind: 'evaluated', outcomes, brand: 'VISA', bin: '411111', lastFour: '1111', findings: [] };
}

/** Creates the evaluation of a selfie that passes everything, with changes by the test. */
export function evaluatedSelfie(
  changes: Partial<Record<SelfieCheckMember, Outcome>> = {},
  findings: Extract<EvaluationOf<'selfie'>, { kind: 'evaluated' }>['findings'] = [],
): EvaluationOf<'selfie'> {
  const outcomes = { livenessCheckResult: 'PASS', faceMatchingResult: 'PASS', ...changes } as const;
  return { kind: 'evaluated', outcomes, findings };
}

/** Creates the evaluation of an address document that passes everything, with changes by the test. */
export function evaluatedAddress(
  changes: Partial<Extract<EvaluationOf<'address'>, { kind: 'evaluated' }>> = {},
): EvaluationOf<'address'> {
  return {
    kind: 'evaluated',
    outcomes: {
      addressDocumentCheckResult: 'PASS',
      addressDocumentMustNotBeExpiredCheckResult: 'PASS',
      addressValidationCheckResult: 'PASS',
      fullAddressCheckResult: 'PASS',
      nameMatchCheckResult: 'PASS',
    },
    extracted: { extractedAddress: '42 Alder Grove, York YO31 7QZ' },
    findings: [],
    retryReasons: [],
    ...changes,
  };
}

/** Creates the evaluation of a document that passes everything required, with changes by the test. */
export function evaluatedDocument(
  changes: Partial<DocumentCheckOutcomes> = {},
  documentNumber: string | null = extractedData.documentNumber,
): EvaluationOf<'document'> {
  const outcomes: DocumentCheckOutcomes = {
    imageQualityCheckResult: 'PASS',
    documentValidityCheckResult: 'PASS',
    formatCheckResult: 'PASS',
    matchCheckResult: 'NOT_PERFORMED',
    logicCheckResult: 'PASS',
    barcodeAnomalyCheckResult: 'NOT_PERFORMED',
    dataIntegrityCheckResult: 'PASS',
    nameMatchCheckResult: 'NOT_PERFORMED',
    dateOfBirthCheckResult: 'NOT_PERFORMED',
    ageVerificationCheckResult: 'NOT_PERFORMED',
    screenCheckResult: 'NOT_PERFORMED',
    photocopyCheckResult: 'NOT_PERFORMED',
    photoForgeryCheckResult: 'NOT_PERFORMED',
    securityFeaturesCheckResult: 'NOT_PERFORMED',
  };
  return {
    kind: 'evaluated',
    outcomes: { ...outcomes, ...changes },
    extracted: { ...extractedData, documentNumber },
    names: { givenNames: 'ANNA MARIA', surname: 'ERIKSSON', isCut: false },
    findings: [],
  };
}

const extractedData: DocumentExtractedData = {
  fullName: 'ANNA MARIA ERIKSSON',
  birthDate: '1974-08-12',
  age: 55,
  gender: 'FEMALE',
  documentType: 'PASSPORT',
  documentNumber: 'L898902C3',
  documentIssueDate: null,
  documentExpirationDate: '2032-04-15',
  country: null,
  personalIdNumber: 'ZE184226B',
  address: null,
  postalCode: null,
  state: null,
};
