import type { DocumentCheckOutcomes, DocumentExtractedData } from '@vendor/contract';
import type {
  CleanPicture,
  DocumentEvaluation,
  DocumentTask,
  Evaluator,
  FraudEvaluation,
  PictureCleaner,
} from '../src/evaluations/evaluator.ts';

/**
 * An evaluator that finds what the test says, in the order it says it; without a word everything passes, and every file is a
 * clean JPEG as it is.
 */
export class ScriptedEvaluator implements Evaluator, PictureCleaner {
  readonly documents: (DocumentEvaluation | Error)[] = [];
  readonly emails: (FraudEvaluation | Error)[] = [];
  readonly phones: (FraudEvaluation | Error)[] = [];
  readonly pictures: (CleanPicture | null | Error)[] = [];
  /** What it was asked to look at. */
  readonly tasks: DocumentTask[] = [];

  async evaluateDocument(task: DocumentTask): Promise<DocumentEvaluation> {
    this.tasks.push(task);
    return next(this.documents) ?? evaluatedDocument();
  }

  async cleanPicture(file: Uint8Array): Promise<CleanPicture | null> {
    const scripted = next(this.pictures);
    return scripted === undefined ? { bytes: file, contentType: 'image/jpeg' } : scripted;
  }

  async evaluateEmail(): Promise<FraudEvaluation> {
    return next(this.emails) ?? { outcome: 'PASS', findings: [] };
  }

  async evaluatePhone(): Promise<FraudEvaluation> {
    return next(this.phones) ?? { outcome: 'PASS', findings: [] };
  }
}

function next<Evaluation>(script: (Evaluation | Error)[]): Evaluation | undefined {
  const scripted = script.shift();
  if (scripted instanceof Error) throw scripted;
  return scripted;
}

/** A document that was judged: everything required passes but what the test says. */
export function evaluatedDocument(changes: Partial<DocumentCheckOutcomes> = {}): DocumentEvaluation {
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
    extracted: extractedData,
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
