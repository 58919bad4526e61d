import type * as checks from '@vendor/checks';
import type { ScreeningHit, ScreeningTask } from '../watchlists/screen-name.ts';
import type { CleanPicture } from './clean-picture.ts';
import type { TaskOwner } from './fair-queue.ts';

export type { CleanPicture } from './clean-picture.ts';

/** Checks of pictures and files, which run in child processes. */
export type MediaChecks = checks.MediaChecks;

/** Checks of texts and numbers, which run in threads. */
export interface InputChecks extends checks.InputChecks {
  /** Returns hits by descending similarity; null for a name without letters and digits, which cannot be searched for. */
  readonly aml: (task: ScreeningTask) => ScreeningHit[] | null;
}

/** All checks, by kind. */
export interface Checks extends MediaChecks, InputChecks {}

/** Input of a check: pictures, texts or numbers, and the parameters of the check. */
export type TaskOf<Kind extends keyof Checks> = Parameters<Checks[Kind]>[0];

/** Result of a check. `retry`: the input cannot be judged, for reasons that the user can remedy. */
export type EvaluationOf<Kind extends keyof Checks> = Awaited<ReturnType<Checks[Kind]>>;

/**
 * Runs all checks. A rejected promise means that the check could not be carried out and can be tried again; it never stands for
 * a negative result.
 */
export interface Evaluator {
  run<Kind extends keyof Checks>(
    check: Kind,
    task: TaskOf<Kind>,
    signal: AbortSignal,
  ): Promise<EvaluationOf<Kind>>;
}

/** A re-encoded video, or the reason why it is refused: it cannot be used, or lasts too long. */
export type VideoCleaning =
  | { readonly kind: 'clean'; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: 'refused'; readonly refusal: 'UNREADABLE' | 'TOO_LONG' };

/**
 * Converts an upload to a picture or video that may be stored and shown. Each method rejects if the file could not be examined,
 * so that the caller can try again; with a `PoolFullError` if too many wait, and with a `BudgetSpentError` if the owner's session
 * has used up its CPU time.
 */
export interface PictureCleaner {
  /** Cleans a picture. @returns null for a file that is not a picture, or is too complex. */
  cleanPicture(file: Uint8Array, owner: TaskOwner): Promise<CleanPicture | null>;
  cleanVideo(file: Uint8Array, owner: TaskOwner): Promise<VideoCleaning>;
  /** Cleans a picture or PDF. */
  cleanFile(file: Uint8Array, owner: TaskOwner): Promise<checks.FileCleaning>;
}
