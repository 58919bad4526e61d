import type { Place } from '../image/place.ts';
import type { Face } from './face.ts';
import { matchLimits, measureLikeness } from './likeness.ts';
import type { SelfieFinding } from './selfie-task.ts';

/** View of what a face is compared with. */
export type ReferenceView =
  /** `place`: of the face in the picture of a document. */
  | { readonly kind: 'found'; readonly face: Face; readonly place?: Place }
  /** There is none: it was not asked for, not stored, or could not be had. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable' };

/** Answers what the comparison of a face with its reference found; nothing when they are alike. */
export function judgeMatch(face: Face, reference: ReferenceView): SelfieFinding[] {
  const found = (code: SelfieFinding['code'], outcome: SelfieFinding['outcome']): SelfieFinding[] => [
    { member: 'faceMatchingResult', code, outcome },
  ];
  if (reference.kind === 'missing') return found('REFERENCE_MISSING', 'NOT_PERFORMED');
  if (reference.kind === 'unusable') return found('REFERENCE_UNUSABLE', 'NOT_PERFORMED');
  const likeness = measureLikeness(face.descriptor, reference.face.descriptor);
  if (likeness < matchLimits.anotherPerson) return found('FACE_DIFFERS', 'FAIL');
  return likeness < matchLimits.samePerson ? found('FACE_MAY_DIFFER', 'REVIEW') : [];
}
