import type { Place } from '../image/place.ts';
import type { Face } from './face.ts';
import { matchLimits, measureLikeness } from './likeness.ts';
import type { SelfieFinding } from './selfie-task.ts';

/** The reference to compare a face with. */
export type ReferenceView =
  /** `place`: position of the face in the picture of a document. */
  | { readonly kind: 'found'; readonly face: Face; readonly place?: Place }
  /** No reference: it was not requested, not stored, or could not be loaded. */
  | { readonly kind: 'missing' }
  /** Not a picture, or without one face that is clearly meant and large enough. */
  | { readonly kind: 'unusable' };

/** Returns the findings of comparing a face with its reference; none if they match. */
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
