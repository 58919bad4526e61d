import { quadOverlap } from '@vendor/specimens';
import type { Quad } from '../../../packages/vision/src/quad.ts';
import type { LabelledFrame } from './document-frames.ts';

/** Minimum overlap of a correct quad with the true one: intersection divided by union. */
const RIGHT = 0.9;

/** Returns the corners of a document that is completely in view. */
export function wholeOf({ subject, quad }: Pick<LabelledFrame, 'subject' | 'quad'>): Quad | null {
  return subject === 'cut-off' ? null : quad;
}

/** Returns whether a fitted quad is right; never if no document is completely in view. */
export function isRight(quad: Quad, truth: Quad | null): boolean {
  return truth !== null && quadOverlap(quad, truth) >= RIGHT;
}
