import type { CardEvaluation, CardTask } from './card-reader.ts';
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
} from './evaluator.ts';
import type {
  AddressEvaluation,
  AddressTask,
  EvidenceEvaluation,
  EvidenceTask,
  FileCleaning,
} from './file-evaluations.ts';

/** A check to run, or a picture to clean, as it is sent to a thread. */
export type EvaluationTask =
  | { readonly check: 'document'; readonly task: DocumentTask }
  | { readonly check: 'selfie'; readonly task: SelfieTask }
  | { readonly check: 'address'; readonly task: AddressTask }
  | { readonly check: 'evidence'; readonly task: EvidenceTask }
  | { readonly check: 'card'; readonly task: CardTask }
  | { readonly check: 'email'; readonly email: string }
  | { readonly check: 'phone'; readonly phoneNumber: string }
  | { readonly check: 'aml'; readonly task: ScreeningTask }
  | { readonly check: 'ip'; readonly task: IpTask }
  | { readonly check: 'device'; readonly task: DeviceTask }
  | { readonly check: 'national-id'; readonly task: NationalIdTask }
  | { readonly check: 'picture'; readonly file: Uint8Array }
  | { readonly check: 'video'; readonly file: Uint8Array }
  | { readonly check: 'file'; readonly file: Uint8Array };

/** What a thread answers: of the kind the task asks for. */
export type Evaluation =
  | DocumentEvaluation
  | SelfieEvaluation
  | CardEvaluation
  | FraudEvaluation
  | IpEvaluation
  | DeviceEvaluation
  | ScreeningHit[]
  | NationalIdEvaluation
  | AddressEvaluation
  | EvidenceEvaluation
  | CleanPicture
  | FileCleaning
  | VideoCleaning
  | null;

/** Runs a task with an evaluator of this thread. */
export function runTask(
  evaluator: Evaluator & PictureCleaner,
  task: EvaluationTask,
  signal: AbortSignal,
): Promise<Evaluation> {
  switch (task.check) {
    case 'document':
      return evaluator.evaluateDocument(task.task, signal);
    case 'selfie':
      return evaluator.evaluateSelfie(task.task, signal);
    case 'address':
      return evaluator.evaluateAddress(task.task, signal);
    case 'evidence':
      return evaluator.evaluateEvidence(task.task, signal);
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
    case 'picture':
      return evaluator.cleanPicture(task.file);
    case 'video':
      return evaluator.cleanVideo(task.file);
    case 'file':
      return evaluator.cleanFile(task.file);
  }
}
