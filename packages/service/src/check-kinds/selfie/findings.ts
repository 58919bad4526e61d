import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const selfieFindings: Readonly<
  Record<CodeOf<'selfie'> | 'FRAME_SEEN_BEFORE' | 'VIRTUAL_CAMERA', string>
> = {
  LIVENESS_UNPROVEN: 'Pictures do not prove that a live person was there.',
  FACE_MAY_BE_PICTURE: 'The turned face may be one picture that was moved or bent.',
  FACES_MAY_DIFFER: 'The faces of the pictures may be of different people.',
  FACES_DIFFER: 'The faces of the pictures are of different people.',
  REFERENCE_MISSING: 'There is no picture with which to compare the face.',
  REFERENCE_UNUSABLE: 'The reference picture shows no usable face.',
  FACE_MAY_DIFFER: 'The face may not be the one in the reference picture.',
  FACE_DIFFERS: 'The face is not the one in the reference picture.',
  FRAME_SEEN_BEFORE: 'The same frame was uploaded before.',
  VIRTUAL_CAMERA: 'The camera seems to be a virtual camera.',
};
