import { quadOverlap } from '@vendor/specimens';
import type { Candidate } from '../src/document/candidates.ts';
import type { Quad } from '../src/quad.ts';
import type { LabelledFrame } from './document-frames.ts';
import type { Sample } from './net-trainer.ts';

/** A quad is right when it covers the same area as the true one; candidates in between are neither right nor wrong. */
const RIGHT = 0.9;
const WRONG = 0.8;

/** The corners of a document that is wholly in view. */
export function wholeOf({ subject, quad }: Pick<LabelledFrame, 'subject' | 'quad'>): Quad | null {
  return subject === 'cut-off' ? null : quad;
}

/** Whether a fitted quad came out right; none is where there is no document in view as a whole. */
export function isRight(quad: Quad, truth: Quad | null): boolean {
  return truth !== null && quadOverlap(quad, truth) >= RIGHT;
}

/** The candidates of a frame as samples, without those in between. */
export function judged(candidates: readonly Candidate[], truth: Quad): Sample[] {
  return candidates
    .map(({ quad, features }) => ({ features, overlap: quadOverlap(quad, truth) }))
    .filter(({ overlap }) => overlap > RIGHT || overlap < WRONG)
    .map(({ features, overlap }) => ({ features, right: overlap > RIGHT }));
}

/** Whether there is something to choose: a right sample and a wrong one. */
export function isChoice(group: readonly Sample[]): boolean {
  return group.some(({ right }) => right) && group.some(({ right }) => !right);
}
