import type { Message } from '../../message.ts';

/** The English texts of a selfie, and the source of all other languages; the notes of `frame.ts` apply here, too. */
export const messages = {
  // Texts before the browser asks for the camera.
  'selfie.title': 'Now show your face',
  'selfie.lead': 'It proves that you are here yourself.',
  'selfie.face': 'Show your whole face: no mask, sunglasses or cap.',
  'selfie.light': 'Let the light come from the front.',
  'selfie.moves': 'Look ahead, turn your head and come closer when asked.',
  'selfie.why': 'Your browser will ask for the camera. It takes pictures and a short video without sound.',

  // Above the mirrored live picture.
  'selfie.heading': 'Your face in the oval',
  // One at a time over the live picture, in large letters; left and right are the user's own.
  'pose.straight': 'Look straight ahead',
  'pose.left': 'Turn your head left',
  'pose.right': 'Turn your head right',
  'pose.closer': 'Come closer',
  // In its place while the face is tracked: why the picture is not taken yet.
  'pose.no-face': 'Move your face into the oval',
  'pose.several-faces': 'Only you may be in the picture',
  'pose.too-dark': 'Find more light',
  'pose.too-far': 'Come closer',
  'pose.too-near': 'Move back a little',
  'pose.turn-further': 'Turn a little further',
  'pose.turn-back': 'Turn back a little',
  'pose.hold-still': 'Good. Hold still',
  // A switch: whether the pictures are taken automatically.
  'selfie.timer': 'Self-timer',
  'selfie.sending': 'Sending your pictures',

  // After a selfie that could not be used: the cause, then the remedy.
  'retry.FACE_NOT_FOUND': 'Your face could not be found',
  'retry.FACE_NOT_FOUND.remedy': 'Hold the device at eye level and keep your face in the oval.',
  'retry.FACES_MANY': 'More than one face is in sight',
  'retry.FACES_MANY.remedy': 'Go where nobody else is in sight, not even in a picture.',
  'retry.FACE_TOO_SMALL': 'Your face is too far away',
  'retry.FACE_TOO_SMALL.remedy': 'Come closer, until your face fills the oval.',
  'retry.FACE_COVERED': 'A part of your face is covered',
  'retry.FACE_COVERED.remedy': 'Take off mask, sunglasses or cap, and keep your hair off your face.',
  'retry.FACE_TURNED_WRONG': 'A movement was not as asked',
  'retry.FACE_TURNED_WRONG.remedy': 'Do what the screen says, and stay so until the picture is taken.',
  'retry.SELFIE_STILL': 'We saw no movement',
  'retry.SELFIE_STILL.remedy': 'Turn your head and come closer when you are asked to.',
  'retry.SELFIE_TOO_FAST': 'That went too fast',
  'retry.SELFIE_TOO_FAST.remedy': 'Take your time for each picture.',
  // In place of texts for documents that do not fit a selfie.
  'selfie.IMAGE_TOO_SMALL': 'The pictures are too small',
  'selfie.IMAGE_TOO_SMALL.remedy': 'Use a better camera, such as that of a phone.',
  'selfie.IMAGE_UNREADABLE.remedy': 'Look into the camera again: new pictures are taken.',
  'selfie.IMAGE_BLURRED.remedy': 'Wipe the lens, and hold still while the picture is taken.',
} as const satisfies Record<string, Message>;
