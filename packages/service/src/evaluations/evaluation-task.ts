import type {
  CleanPicture,
  DocumentEvaluation,
  DocumentTask,
  Evaluator,
  FraudEvaluation,
  PictureCleaner,
} from './evaluator.ts';

/** A check to run, or a picture to clean, as it is sent to a thread. */
export type EvaluationTask =
  | { readonly check: 'document'; readonly task: DocumentTask }
  | { readonly check: 'email'; readonly email: string }
  | { readonly check: 'phone'; readonly phoneNumber: string }
  | { readonly check: 'picture'; readonly file: Uint8Array };

/** What a thread answers: of the kind the task asks for. */
export type Evaluation = DocumentEvaluation | FraudEvaluation | CleanPicture | null;

/** Runs a task with an evaluator of this thread. */
export function runTask(
  evaluator: Evaluator & PictureCleaner,
  task: EvaluationTask,
  signal: AbortSignal,
): Promise<Evaluation> {
  switch (task.check) {
    case 'document':
      return evaluator.evaluateDocument(task.task, signal);
    case 'email':
      return evaluator.evaluateEmail(task.email, signal);
    case 'phone':
      return evaluator.evaluatePhone(task.phoneNumber, signal);
    case 'picture':
      return evaluator.cleanPicture(task.file);
  }
}
