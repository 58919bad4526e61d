import type { HostedTexts } from '../../hosted.ts';

/** The English texts of the service's own pages. */
export const hosted: HostedTexts = {
  window: {
    title: 'Identity check',
    starting: 'One moment…',
    slow: 'This takes longer than usual. If nothing happens, reload this window.',
    withoutScript: {
      title: 'JavaScript is turned off',
      text: 'The identity check needs JavaScript for the camera. Turn it on in your browser’s settings and reload this window.',
    },
    invalid: {
      title: 'This window can’t be used any more',
      text: 'Go back to the page that opened it and start the check there again.',
    },
    elsewhere: {
      title: 'You went on elsewhere',
      text: 'The check goes on in another window. You can close this one.',
    },
    over: { title: 'You can close this window', text: 'To go on, return to the page that opened it.' },
    failed: {
      title: 'The check could not be opened',
      text: 'Look at your internet connection, then try again.',
      again: 'Try again',
    },
  },
  link: {
    invalid: {
      title: 'This link doesn’t work',
      text: 'Part of it may be missing. Open it again from the message it came in, or ask whoever sent it to you for a new one.',
    },
    expired: {
      title: 'This link has expired',
      text: 'The check can’t be continued with it. Ask whoever sent it to you for a new one.',
    },
    finished: {
      title: 'This check is finished',
      text: 'There is nothing more for you to do here. You can close this page.',
    },
    elsewhere: {
      title: 'You have left the check',
      text: 'To go on where you stopped, open the link again that was sent to you.',
    },
    over: { title: 'You can close this page', text: 'There is nothing more for you to do here.' },
    app: {
      title: 'Back to the app',
      text: 'If the app did not open by itself, open it here.',
      open: 'Open the app',
    },
  },
  phone: {
    pairing: {
      title: 'Go on with this phone',
      requester: 'Identity check for {requester}',
      text: 'Your computer shows a number. Is it this one?',
      confirm: 'Yes, go on here',
      otherwise: 'If it shows another one, or you did not ask for this, close this page.',
    },
    invalid: {
      title: 'This link can’t be used any more',
      text: 'It works once, and for ten minutes. Let your computer show a new code.',
    },
    elsewhere: {
      title: 'The check is not on this phone',
      text: 'It goes on elsewhere, or was ended on your computer. You can close this page.',
    },
    over: { title: 'Nothing more to do here', text: 'You can close this page and go on at your computer.' },
  },
};
