import type { Message } from '../../message.ts';

/**
 * The English texts of the frame and of the screens that are loaded with it, and the source of all other languages.
 *
 * For translators: second person, present tense, one idea per sentence, words that an eleven-year-old knows. Buttons are verbs.
 * Name the cause and the remedy, never blame. A note above a line explains what the surrounding texts do not show.
 */
export const messages = {
  // The frame around every screen. The first two are read out for icons: an arrow and a cross.
  'frame.label': 'Identity check',
  'frame.back': 'Go back',
  'frame.close': 'Close',
  // Read out with the bar at the top; {share} is a percentage such as "40%".
  'frame.progress': 'Progress',
  'frame.progressValue': '{share} done',

  'loading.title': 'Getting ready',

  'welcome.title': 'Verify your identity',
  // {requester} is the name of the company that requests the check.
  'welcome.lead': '{requester} asks you to confirm who you are.',
  'welcome.leadUnnamed': 'You are asked to confirm who you are.',
  'welcome.document': 'Have your document at hand',
  'welcome.documentText': 'The original. A copy or a picture of it cannot be checked.',
  'welcome.camera': 'Take a clear picture of it',
  // In place of the two texts above, if no document is requested.
  'welcome.selfie': 'Take a few pictures of your face',
  // In place of the document and its picture, if letters, cards or files are requested.
  'welcome.files': 'Have what you need at hand',
  'welcome.filesText': 'We say in the next step what it is.',
  'welcome.filesCamera': 'Take a picture or choose a file',
  'welcome.cameraText': 'We ask for your camera when it is time, and guide you.',
  'welcome.privacy': 'Your data is protected',
  'welcome.privacyText': 'It is encrypted on the way and when stored.',
  'welcome.begin': 'Begin',
  'welcome.resumedTitle': 'Welcome back',
  'welcome.resumedLead': 'You can go on where you stopped.',
  'welcome.resume': 'Continue',

  'processing.title': 'Checking your document',
  'processing.lead': 'This is what we look at:',
  'processing.quality': 'Is the picture sharp and complete?',
  'processing.lines': 'Do the printed lines fit together?',
  'processing.valid': 'Is the document still valid?',
  'processing.selfie': 'Checking your pictures',
  'processing.files': 'Checking what you sent',
  // When the user has shown no document, because only data is checked.
  'processing.data': 'Checking your details',
  'processing.dataLead': 'This takes a moment.',
  'processing.long': 'This takes a little longer. You may wait or leave: the result is not lost.',
  'processing.leave': 'Leave now',

  'result.success': 'Your identity is confirmed',
  'result.successText': 'You are done. The company that asked has your result.',
  'result.pending': 'We have all we need',
  'result.pendingText': 'The check takes a little longer. The company that asked will tell you the result.',
  'result.failed': 'Your identity could not be confirmed',
  'result.failedText': 'The company that asked has the result and can tell you what to do next.',
  'result.unknown': 'The check could not be finished',
  'result.unknownText': 'It was not your fault. The company that asked can start a new one.',
  'result.done': 'Done',

  'problem.session-expired': 'The time for this check is over',
  'problem.session-expiredText': 'Press Close and start again. Nothing you sent is shown to anyone else.',
  'problem.capture-unavailable': 'The camera part did not load',
  'problem.capture-unavailableText': 'Check your connection, press Close, reload this page and start again.',
  'problem.retry-limit': 'What you sent could not be used',
  'problem.retry-limitText': 'There are no tries left. Ask the company that wants this check how to go on.',
  'problem.general': 'Something went wrong on our side',
  'problem.generalText': 'Try again in a moment. If it happens again, ask for help with the code below.',
  'problem.taken-over': 'You went on elsewhere',
  'problem.taken-overText': 'This check is open in another window or on another device. Go on there.',
  // The code is for the support staff.
  'problem.code': 'Code for support: {code}',
  'problem.tryAgain': 'Try again',
  'problem.close': 'Close',

  'quit.title': 'Leave the check?',
  'quit.text': 'Your identity is not confirmed yet. For a while you can come back and go on.',
  'quit.stay': 'Stay here',
  'quit.leave': 'Leave',
} as const satisfies Record<string, Message>;

/** Loaders of the deferred parts. */
export const capture = () => import('./capture.ts');
export const selfie = () => import('./selfie.ts');
export const collect = () => import('./collect.ts');
export const form = () => import('./form.ts');
export const offer = () => import('./offer.ts');
export const handOff = () => import('./hand-off.ts');
