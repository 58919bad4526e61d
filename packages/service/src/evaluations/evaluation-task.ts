import type { CardEvaluation, CardTask } from './card-reader.ts';
import type {
  CleanPicture,
  DeviceEvaluation,
  DeviceTask,
  DocumentEvaluation,
  DocumentTask,
  FraudEvaluation,
  InputEvaluator,
  IpEvaluation,
  IpTask,
  MediaEvaluator,
  NationalIdEvaluation,
  NationalIdTask,
  ScreeningHit,
  ScreeningTask,
  SelfieEvaluation,
  SelfieTask,
  VideoCleaning,
} from './evaluator.ts';
import type {
  AddressEvaluation,
  AddressTask,
  EvidenceEvaluation,
  EvidenceTask,
  FileCleaning,
} from './file-evaluations.ts';

/** A check of pictures and files, as it is sent to a process. */
export type MediaTask =
  | { readonly check: 'document'; readonly task: DocumentTask }
  | { readonly check: 'selfie'; readonly task: SelfieTask }
  | { readonly check: 'address'; readonly task: AddressTask }
  | { readonly check: 'evidence'; readonly task: EvidenceTask };

export type MediaEvaluation = DocumentEvaluation | SelfieEvaluation | AddressEvaluation | EvidenceEvaluation;

/** A check of texts and numbers, as it is sent to a thread. */
export type InputTask =
  | { readonly check: 'card'; readonly task: CardTask }
  | { readonly check: 'email'; readonly email: string }
  | { readonly check: 'phone'; readonly phoneNumber: string }
  | { readonly check: 'aml'; readonly task: ScreeningTask }
  | { readonly check: 'ip'; readonly task: IpTask }
  | { readonly check: 'device'; readonly task: DeviceTask }
  | { readonly check: 'national-id'; readonly task: NationalIdTask };

export type InputEvaluation =
  | CardEvaluation
  | FraudEvaluation
  | IpEvaluation
  | DeviceEvaluation
  | ScreeningHit[]
  | NationalIdEvaluation
  | null;

/** An uploaded file to clean, as it is sent to a process. */
export interface UploadTask {
  readonly medium: 'picture' | 'video' | 'file';
  readonly file: Uint8Array;
}

export type UploadResult = CleanPicture | FileCleaning | VideoCleaning | null;

/** Cleans files where they are; `onPage` is called after each page of a PDF. */
export interface LocalCleaner {
  cleanPicture(file: Uint8Array): Promise<CleanPicture | null>;
  cleanVideo(file: Uint8Array): Promise<VideoCleaning>;
  cleanFile(file: Uint8Array, onPage: () => void): Promise<FileCleaning>;
}

export function runMediaTask(
  evaluator: MediaEvaluator,
  task: MediaTask,
  signal: AbortSignal,
): Promise<MediaEvaluation> {
  switch (task.check) {
    case 'document':
      return evaluator.evaluateDocument(task.task, signal);
    case 'selfie':
      return evaluator.evaluateSelfie(task.task, signal);
    case 'address':
      return evaluator.evaluateAddress(task.task, signal);
    case 'evidence':
      return evaluator.evaluateEvidence(task.task, signal);
  }
}

export function runInputTask(
  evaluator: InputEvaluator,
  task: InputTask,
  signal: AbortSignal,
): Promise<InputEvaluation> {
  switch (task.check) {
    case 'card':
      return evaluator.judgeCard(task.task, signal);
    case 'email':
      return evaluator.evaluateEmail(task.email, signal);
    case 'phone':
      return evaluator.evaluatePhone(task.phoneNumber, signal);
    case 'aml':
      return evaluator.screenName(task.task, signal);
    case 'ip':
      return evaluator.evaluateIp(task.task, signal);
    case 'device':
      return evaluator.evaluateDevice(task.task, signal);
    case 'national-id':
      return evaluator.evaluateNationalId(task.task, signal);
  }
}

export function runUploadTask(
  cleaner: LocalCleaner,
  { medium, file }: UploadTask,
  onPage: () => void,
): Promise<UploadResult> {
  switch (medium) {
    case 'picture':
      return cleaner.cleanPicture(file);
    case 'video':
      return cleaner.cleanVideo(file);
    case 'file':
      return cleaner.cleanFile(file, onPage);
  }
}
