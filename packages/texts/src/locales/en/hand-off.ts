import type { Message } from '../../message.ts';

/**
 * The English texts of a hand-off to a phone, and the source of all other languages; the notes of `frame.ts` apply here, too.
 */
export const messages = {
  // Secondary buttons below those that open or retry the camera: on a computer, and on a phone whose camera does not work.
  'handOff.offer': 'Use your phone instead',
  'handOff.offerOther': 'Use another phone',

  // The page shows a QR code, and below it a number of four digits that the phone shows as well.
  'handOff.title': 'Go on with your phone',
  'handOff.lead': 'Point the camera of your phone at this code.',
  // Read out for the QR code.
  'handOff.code': 'QR code with the address of this check',
  'handOff.number': 'Your phone shows the same number:',
  'handOff.preparing': 'Preparing the code',
  'handOff.expired': 'This code is no longer valid.',
  'handOff.failed': 'The code could not be made. Please try again.',
  'handOff.new': 'Show a new code',
  // A button that continues on the computer instead.
  'handOff.here': 'Go on here instead',

  // While the flow continues on the phone: what its user is doing there.
  'handOff.phone': 'The check is on your phone now',
  'handOff.phoneText': 'Keep this page open. The result appears here.',
  'handOff.at.document': 'At the moment: pictures of your document',
  'handOff.at.selfie': 'At the moment: pictures of your face',
  'handOff.at.address': 'At the moment: a letter with your address',
  'handOff.at.card': 'At the moment: pictures of your payment card',
  'handOff.at.evidence': 'At the moment: the files that were asked for',
  'handOff.at.form': 'At the moment: questions about you',
  'handOff.at.other': 'At the moment: the next step',
  'handOff.at.checks': 'At the moment: your details are being checked',
  'handOff.step': 'Step {step} of {count}',
  'handOff.silent': 'Your phone does not answer',
  'handOff.silentText': 'Open the check on your phone again. Or go on here, or with a new code.',
} as const satisfies Record<string, Message>;
