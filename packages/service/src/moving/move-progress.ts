import type { ElapsedMs } from '../clock.ts';
import { MoveError } from './move-error.ts';

/** Phases of a move, in order. */
export type MovePhase = 'copy' | 'index' | 'compare' | 'media';

/** Progress of a phase. */
export interface MoveProgress {
  readonly phase: MovePhase;
  readonly done: number;
  /** Null if unknown. */
  readonly total: number | null;
}

/** Dependencies of a {@link MoveMeter}. */
export interface MeterParts {
  readonly onProgress: (progress: MoveProgress) => void;
  readonly elapsed: ElapsedMs;
  readonly stopped: AbortSignal;
}

/** Time between two reports, in ms. */
const reportEveryMs = 3000;

/** Counts and reports progress, and stops a move on request. */
export class MoveMeter {
  readonly #parts: MeterParts;
  #reportedAt: number;
  #progress: { phase: MovePhase; done: number; total: number | null } = { phase: 'copy', done: 0, total: 0 };

  constructor(parts: MeterParts) {
    this.#parts = parts;
    this.#reportedAt = parts.elapsed();
  }

  /**
   * Begins a phase.
   *
   * @param done - number of items that an earlier run has done.
   * @throws {MoveError} if the move was asked to stop.
   */
  begin(phase: MovePhase, total: number | null, done = 0): void {
    this.#progress = { phase, done, total };
    this.#report();
    this.throwIfStopped();
  }

  /**
   * Counts items that are done.
   *
   * @throws {MoveError} if the move was asked to stop.
   */
  count(more: number): void {
    this.#progress.done += more;
    if (this.#parts.elapsed() - this.#reportedAt >= reportEveryMs) this.#report();
    this.throwIfStopped();
  }

  /** @throws {MoveError} if the move was asked to stop. */
  throwIfStopped(): void {
    if (this.#parts.stopped.aborted)
      throw new MoveError('Stopped. Run the same command again to continue, or start the service as before.');
  }

  #report(): void {
    this.#reportedAt = this.#parts.elapsed();
    this.#parts.onProgress({ ...this.#progress });
  }
}
