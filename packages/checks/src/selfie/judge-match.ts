import type { Face } from './face.ts';
import { likenessOf } from './likeness.ts';
import type { SelfieFinding } from './selfie-task.ts';

/** What was found to compare a face with. */
export type ReferenceView =
  | { readonly kind: 'found'; readonly face: Face }
  /** There is none: it was not asked for, not stored, or could not be had. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable' };

/**
 * From the first figure on, faces are taken to be one person's; below the second, two people's; between them a person must
 * look. Of 2,788 pairs of different people none reached the first, of 425 pairs of one person none fell below the second:
 * `docs/liveness.md` says on what pictures, and what that leaves open.
 */
export const SAME_PERSON = 0.75;
export const ANOTHER_PERSON = 0.25;

/** What the comparison of a face with its reference found; nothing when they are alike. */
export function judgeMatch(face: Face, reference: ReferenceView): SelfieFinding[] {
  const found = (code: SelfieFinding['code'], outcome: SelfieFinding['outcome']): SelfieFinding[] => [
    { member: 'faceMatchingResult', code, outcome },
  ];
  if (reference.kind === 'missing') return found('REFERENCE_MISSING', 'NOT_PERFORMED');
  if (reference.kind === 'unusable') return found('REFERENCE_UNUSABLE', 'NOT_PERFORMED');
  const likeness = likenessOf(face.descriptor, reference.face.descriptor);
  if (likeness < ANOTHER_PERSON) return found('FACE_DIFFERS', 'FAIL');
  return likeness < SAME_PERSON ? found('FACE_MAY_DIFFER', 'REVIEW') : [];
}
