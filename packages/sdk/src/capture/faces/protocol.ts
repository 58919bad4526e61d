import type { FaceSight } from '../../flow/pose-hint.ts';
import type { FramePixels } from '../../session/ports.ts';

/** Message of the page to the worker: a frame, the first one with the weights. Buffers are transferred. */
export interface FaceQuestion {
  readonly frame: FramePixels;
  readonly model?: ArrayBuffer;
}

/** Answers of the worker, one per question and in their order; null to one that came before the weights. */
export type FaceAnswer = FaceSight | null;
