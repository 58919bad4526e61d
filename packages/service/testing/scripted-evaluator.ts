import type {
  CardCheckMember,
  DocumentCheckOutcomes,
  DocumentExtractedData,
  Outcome,
  SelfieCheckMember,
} from '@vendor/contract';
import type { CardCapture, CardEvaluation, CardReader, CardTask } from '../src/evaluations/card-reader.ts';
import type {
  CleanPicture,
  DeviceEvaluation,
  DeviceTask,
  DocumentEvaluation,
  DocumentTask,
  Evaluator,
  FraudEvaluation,
  IpEvaluation,
  IpTask,
  NationalIdEvaluation,
  NationalIdTask,
  PictureCleaner,
  ScreeningHit,
  ScreeningTask,
  SelfieEvaluation,
  SelfieTask,
  VideoCleaning,
} from '../src/evaluations/evaluator.ts';
import type { TaskOwner } from '../src/evaluations/fair-queue.ts';
import type {
  AddressEvaluation,
  AddressTask,
  EvidenceEvaluation,
  EvidenceTask,
  FileCleaning,
} from '../src/evaluations/file-evaluations.ts';

/**
 * An evaluator that finds what the test says, in the order it says it; without a word everything passes, and every file is a
 * clean JPEG as it is.
 */
export class ScriptedEvaluator implements Evaluator, PictureCleaner, CardReader {
  readonly documents: (DocumentEvaluation | Error)[] = [];
  readonly selfies: (SelfieEvaluation | Error)[] = [];
  readonly emails: (FraudEvaluation | Error)[] = [];
  readonly phones: (FraudEvaluation | Error)[] = [];
  readonly screenings: (ScreeningHit[] | null | Error)[] = [];
  readonly ips: (IpEvaluation | Error)[] = [];
  readonly devices: (DeviceEvaluation | Error)[] = [];
  readonly numbers: (NationalIdEvaluation | Error)[] = [];
  readonly pictures: (CleanPicture | null | Error)[] = [];
  readonly cards: (CardEvaluation | Error)[] = [];
  readonly cardCaptures: (CardCapture | Error)[] = [];
  readonly videos: (VideoCleaning | Error)[] = [];
  readonly addresses: (AddressEvaluation | Error)[] = [];
  readonly evidences: (EvidenceEvaluation | Error)[] = [];
  readonly files: (FileCleaning | Error)[] = [];
  /** Documents that it was asked to look at. */
  readonly tasks: DocumentTask[] = [];
  readonly selfieTasks: SelfieTask[] = [];
  readonly screeningTasks: ScreeningTask[] = [];
  readonly addressTasks: AddressTask[] = [];
  readonly evidenceTasks: EvidenceTask[] = [];
  readonly ipTasks: IpTask[] = [];
  /** Whose the cards were that were read. */
  readonly cardOwners: TaskOwner[] = [];
  readonly cardTasks: CardTask[] = [];
  readonly deviceTasks: DeviceTask[] = [];
  readonly numberTasks: NationalIdTask[] = [];

  async evaluateDocument(task: DocumentTask): Promise<DocumentEvaluation> {
    this.tasks.push(task);
    // Nobody shows the document of another, unless the test says so.
    const others = this.tasks.length - 1;
    return next(this.documents) ?? evaluatedDocument({}, others > 0 ? `L${others}` : undefined);
  }

  async evaluateSelfie(task: SelfieTask): Promise<SelfieEvaluation> {
    this.selfieTasks.push(task);
    return (
      next(this.selfies) ?? evaluatedSelfie({ faceMatchingResult: task.reference ? 'PASS' : 'NOT_PERFORMED' })
    );
  }

  async evaluateAddress(task: AddressTask): Promise<AddressEvaluation> {
    this.addressTasks.push(task);
    return next(this.addresses) ?? evaluatedAddress();
  }

  async evaluateEvidence(task: EvidenceTask): Promise<EvidenceEvaluation> {
    this.evidenceTasks.push(task);
    return next(this.evidences) ?? { kind: 'evaluated', fileCheckResult: 'PASS', findings: [] };
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
    return next(this.cardCaptures) ?? { reading: { side }, picture: side === 'front' ? picture : null };
  }

  async judgeCard(task: CardTask): Promise<CardEvaluation> {
    this.cardTasks.push(task);
    return next(this.cards) ?? evaluatedCard();
  }

  async evaluateEmail(): Promise<FraudEvaluation> {
    return next(this.emails) ?? { outcome: 'PASS', findings: [] };
  }

  async evaluatePhone(): Promise<FraudEvaluation> {
    return next(this.phones) ?? { outcome: 'PASS', findings: [] };
  }

  async screenName(task: ScreeningTask): Promise<ScreeningHit[] | null> {
    this.screeningTasks.push(task);
    const scripted = next(this.screenings);
    return scripted === undefined ? [] : scripted;
  }

  async evaluateIp(task: IpTask): Promise<IpEvaluation> {
    this.ipTasks.push(task);
    const members = { address: 'PASS', country: 'PASS', network: 'PASS', velocity: 'PASS' } as const;
    return next(this.ips) ?? { outcome: 'PASS', members, findings: [] };
  }

  async evaluateDevice(task: DeviceTask): Promise<DeviceEvaluation> {
    this.deviceTasks.push(task);
    return next(this.devices) ?? evaluatedDevice();
  }

  async evaluateNationalId(task: NationalIdTask): Promise<NationalIdEvaluation> {
    this.numberTasks.push(task);
    return next(this.numbers) ?? { outcome: 'PASS', number: 'PASS', register: 'NOT_PERFORMED', findings: [] };
  }
}

function next<Evaluation>(script: (Evaluation | Error)[]): Evaluation | undefined {
  const scripted = script.shift();
  if (scripted instanceof Error) throw scripted;
  return scripted;
}

/** A device that was judged: everything passes but what the test says. */
export function evaluatedDevice(changes: Partial<DeviceEvaluation> = {}): DeviceEvaluation {
  const members = {
    automation: 'PASS',
    consistency: 'PASS',
    location: 'PASS',
    renderer: 'PASS',
    users: 'PASS',
  } as const;
  return { outcome: 'PASS', members, score: 0, findings: [], ...changes };
}

/** A card that was judged: everything passes but what the test says. */
export function evaluatedCard(changes: Partial<Record<CardCheckMember, Outcome>> = {}): CardEvaluation {
  const outcomes = {
    numberCheckResult: 'PASS',
    expiryCheckResult: 'PASS',
    nameMatchCheckResult: 'NOT_PERFORMED',
    ...changes,
  } as const;
  return { kind: 'evaluated', outcomes, brand: 'VISA', bin: '411111', lastFour: '1111', findings: [] };
}

/** A selfie that was judged: everything passes but what the test says. */
export function evaluatedSelfie(
  changes: Partial<Record<SelfieCheckMember, Outcome>> = {},
  findings: readonly { readonly member: SelfieCheckMember; readonly code: string }[] = [],
): SelfieEvaluation {
  const outcomes = { livenessCheckResult: 'PASS', faceMatchingResult: 'PASS', ...changes } as const;
  return { kind: 'evaluated', outcomes, findings };
}

/** A letter that was judged: everything passes but what the test says. */
export function evaluatedAddress(
  changes: Partial<Extract<AddressEvaluation, { kind: 'evaluated' }>> = {},
): AddressEvaluation {
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
    mendable: [],
    ...changes,
  };
}

/** A document that was judged: everything required passes but what the test says. */
export function evaluatedDocument(
  changes: Partial<DocumentCheckOutcomes> = {},
  documentNumber: string | null = extractedData.documentNumber,
): DocumentEvaluation {
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
