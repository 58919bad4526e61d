import type { Message } from '../../message.ts';

/** The English texts of the hosted-page offer, for flows that must continue there; the notes of `frame.ts` apply here, too. */
export const messages = {
  'hosted.offered': 'Go on in a new window',
  'hosted.offeredText': 'This check needs a window of its own. This page waits until you are done there.',
  'hosted.open': 'Open the window',
  'hosted.blocked': 'Your browser has blocked the window',
  'hosted.blockedText': 'Allow windows for this page, then press the button again.',
  'hosted.failed': 'The window could not be opened',
  'hosted.failedText': 'Check your connection, then press the button again.',
  'hosted.opened': 'Go on in the other window',
  'hosted.openedText':
    'This page goes on by itself when you are done there. If the window is gone, open it again.',
  'hosted.again': 'Open the window again',
} as const satisfies Record<string, Message>;
