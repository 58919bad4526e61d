import type { FileCleaning } from '@vendor/checks';
import { assertNever } from '@vendor/contract/assert-never';
import type {
  Checks,
  CleanPicture,
  EvaluationOf,
  InputChecks,
  MediaChecks,
  TaskOf,
  VideoCleaning,
} from './evaluator.ts';

/** A check and its task, as sent to a thread or process. */
export type CheckTask<Kind extends keyof Checks> = {
  readonly [Each in Kind]: { readonly check: Each; readonly task: TaskOf<Each> };
}[Kind];

/** A check of pictures and files, as sent to a process. */
export type MediaTask = CheckTask<keyof MediaChecks>;
export type MediaEvaluation = EvaluationOf<keyof MediaChecks>;

/** A check of texts and numbers, as sent to a thread. */
export type InputTask = CheckTask<keyof InputChecks>;
export type InputEvaluation = EvaluationOf<keyof InputChecks>;

/** Functions that run checks in the current thread. */
export type LocalChecks<Kind extends keyof Checks> = {
  readonly [Each in Kind]: (task: TaskOf<Each>) => EvaluationOf<Each> | Promise<EvaluationOf<Each>>;
};

/** Runs a check in the current thread. */
export async function runCheck<Kind extends keyof Checks>(
  checks: LocalChecks<Kind>,
  { check, task }: { readonly check: Kind; readonly task: TaskOf<Kind> },
): Promise<EvaluationOf<Kind>> {
  return checks[check](task);
}

/** An uploaded file to clean, as sent to a process. */
export interface UploadTask {
  readonly medium: 'picture' | 'video' | 'file';
  readonly file: Uint8Array;
}

export type UploadResult = CleanPicture | FileCleaning | VideoCleaning | null;

/** Cleans files in the current process. `onPage` is called after each page of a PDF. */
export interface LocalCleaner {
  cleanPicture(file: Uint8Array): Promise<CleanPicture | null>;
  cleanVideo(file: Uint8Array): Promise<VideoCleaning>;
  cleanFile(file: Uint8Array, onPage: () => void): Promise<FileCleaning>;
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
    default:
      return assertNever(medium);
  }
}
