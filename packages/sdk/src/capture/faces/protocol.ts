import type { FaceSight } from '../../flow/pose-hint.ts';
import type { FramePixels } from '../../session/ports.ts';

/** What the page sends to the worker: the weights with the first frame. Buffers are transferred. */
export interface FaceQuestion {
  readonly frame: FramePixels;
  readonly model?: ArrayBuffer;
}

/** What the worker answers to each question, in their order; null to one that came before the weights. */
export type FaceAnswer = FaceSight | null;
