import { quadOverlap } from '@vendor/specimens';
import type { Quad } from '../../../packages/vision/src/quad.ts';
import type { LabelledFrame } from './document-frames.ts';

/** A quad is right when it covers the same area as the true one, to this share of both together. */
const RIGHT = 0.9;

/** The corners of a document that is wholly in view. */
export function wholeOf({ subject, quad }: Pick<LabelledFrame, 'subject' | 'quad'>): Quad | null {
  return subject === 'cut-off' ? null : quad;
}

/** Whether a fitted quad came out right; none is where there is no document in view as a whole. */
export function isRight(quad: Quad, truth: Quad | null): boolean {
  return truth !== null && quadOverlap(quad, truth) >= RIGHT;
}
