import type { Message } from '../../message.ts';

/** The English texts of the capture screens, and the source of all other languages; the notes of `frame.ts` apply here, too. */
export const messages = {
  'choice.title': 'Which document do you have with you?',
  'choice.lead': 'Choose the one you want to show.',
  'document.PASSPORT': 'Passport',
  'document.NATIONAL_ID': 'Identity card',
  'document.DRIVERS_LICENSE': 'Driver’s licence',
  'document.RESIDENT_PERMIT': 'Residence permit',
  'choice.PASSPORT': 'You show the page with your photo',
  'choice.NATIONAL_ID': 'The card your country gave you',
  'choice.DRIVERS_LICENSE': 'The card that lets you drive',
  'choice.RESIDENT_PERMIT': 'The card that lets you live in a country',

  // Headings: the subject of the picture.
  'side.PASSPORT.front': 'Photo page of your passport',
  'side.PASSPORT.back': 'Back page of your passport',
  'side.NATIONAL_ID.front': 'Front of your identity card',
  'side.NATIONAL_ID.back': 'Back of your identity card',
  'side.DRIVERS_LICENSE.front': 'Front of your driver’s licence',
  'side.DRIVERS_LICENSE.back': 'Back of your driver’s licence',
  'side.RESIDENT_PERMIT.front': 'Front of your residence permit',
  'side.RESIDENT_PERMIT.back': 'Back of your residence permit',

  // Above the heading when a document has more than one side: "Picture 1 of 2".
  'instruct.position': 'Picture {position} of {count}',
  'instruct.surface': 'Lay it flat on a plain, dark surface.',
  'instruct.light': 'Keep lamps and windows from shining on it.',
  'instruct.corners': 'Show all four corners. Cover nothing.',
  'instruct.turn': 'Turn it over and lay it flat again.',
  'instruct.why': 'Your browser will ask for the camera. It is on only while you take the picture.',
  'instruct.camera': 'Open the camera',
  'instruct.file': 'Use a picture you have',

  // Over the live picture, one at a time. At most 44 characters in every language.
  'hint.looking': 'Place it inside the frame',
  'hint.closer': 'Move closer',
  'hint.farther': 'Move back a little',
  'hint.straighten': 'Hold it straight above',
  'hint.too-dark': 'Find more light',
  'hint.too-bright': 'Find some shade',
  'hint.glare': 'Turn it away from the light',
  'hint.blurred': 'Wait until it is sharp',
  // The back is requested, but the front is shown to the camera again.
  'hint.turn-over': 'That is the front. Turn it over',
  // The camera shows too little detail to take the picture automatically. Another device probably does better; the shutter
  // still works.
  'hint.by-hand': 'Try it with a phone, or take the picture',
  'hint.hold-still': 'Good. Hold still',
  // While nothing analyses the picture, and the user takes it unaided.
  'hint.none': 'Fit it into the frame and take the picture',
  'camera.starting': 'Starting the camera',
  // While the browser's own question may be open.
  'camera.asking': 'Allow the camera when your browser asks',
  'camera.taken': 'Picture taken',
  'camera.shutter': 'Take the picture',
  'camera.switch': 'Use the other camera',
  'camera.torch': 'Light',

  'cameraProblem.denied': 'The camera is blocked',
  'cameraProblem.deniedText': 'Allow this page to use it:',
  'cameraProblem.missing': 'No camera found',
  'cameraProblem.missingText': 'Connect a camera to this device, then try again.',
  'cameraProblem.missingFileText': 'Connect a camera and try again, or use a picture you have.',
  'cameraProblem.busy': 'The camera is in use',
  'cameraProblem.busyText': 'Close other apps and tabs that use the camera, then try again.',
  // Caused by a slide in front of the lens, a key of a laptop, or a hand.
  'cameraProblem.black': 'The camera shows only black',
  'cameraProblem.blackText':
    'Uncover the lens, and switch the camera on if your device has a switch for it. Then try again.',
  // Only the owner of the page can fix this.
  'cameraProblem.forbidden': 'This page cannot use the camera',
  'cameraProblem.forbiddenText':
    'The website is not set up for it, and nothing on your device is wrong. Please tell the company that asks you.',
  'cameraProblem.forbiddenFileText':
    'The website is not set up for it, and nothing on your device is wrong. Use a picture you have.',
  // Inside Instagram and such apps.
  'cameraProblem.in-app': 'Go on in your browser',
  'cameraProblem.in-appText': 'The app you are in keeps the camera from this page.',
  'cameraProblem.unsupported': 'This browser cannot use the camera',
  'cameraProblem.unsupportedText':
    'Open the page in a browser such as Chrome, Safari or Firefox, then try again.',
  // A protection against fingerprinting replaces drawn pictures by noise: Brave, Tor, extensions. Use the browsers' word for
  // it.
  'cameraProblem.unreadable': 'This browser alters pictures',
  'cameraProblem.unreadableText':
    'Switch off tracking protection for this page and try again, or use another browser.',
  'cameraProblem.unloaded': 'A part of this page did not load',
  'cameraProblem.unloadedText':
    'Check your connection and try again, or use a picture you have. If nothing changes, reload this page.',
  // How to allow the camera, by browser. Use the words of the browser's own menus in your language.
  'allow.chrome-desktop.1': 'Select the icon beside the address of this page.',
  'allow.chrome-desktop.2': 'Switch the camera on.',
  'allow.chrome-android.1': 'Tap the icon beside the address of this page.',
  'allow.chrome-android.2': 'Tap “Permissions” and allow the camera.',
  'allow.safari-ios.1': 'Tap the page menu beside the address, then “Website Settings”.',
  'allow.safari-ios.2': 'Set “Camera” to “Allow”.',
  'allow.safari-mac.1': 'In the menu bar, choose “Safari”, then “Settings for This Website”.',
  'allow.safari-mac.2': 'Set “Camera” to “Allow”.',
  'allow.firefox-desktop.1': 'Select the crossed-out camera beside the address of this page.',
  'allow.firefox-desktop.2': 'Remove the block.',
  'allow.firefox-android.1': 'Tap the lock beside the address of this page.',
  'allow.firefox-android.2': 'Set “Camera” to allowed.',
  // Samsung Internet.
  'allow.samsung.1': 'Open the menu, “Settings”, then “Sites and downloads”.',
  'allow.samsung.2': 'Tap “Site permissions”, then “Camera”, and allow this page.',
  // Chrome, Firefox and others on an iPhone or iPad; the switch is in the device's own settings.
  'allow.other-ios.1': 'Open “Settings” on your device and choose this browser.',
  'allow.other-ios.2': 'Switch “Camera” on.',
  'allow.in-app.1': 'Open the menu of this app.',
  'allow.in-app.2': 'Choose “Open in browser” and go on there.',
  'allow.link.1': 'Copy the link to this page.',
  // {browser} is Safari or Chrome.
  'allow.link.2': 'Open {browser} and paste the link.',
  'allow.link.other': 'Open a browser and paste the link.',
  // On a phone that continues a computer's flow: its code works once.
  'allow.phone.1': 'Close this page and have your computer show a new code.',
  'allow.phone.2': 'Scan it with the camera app of your phone.',
  'allow.other.1': 'Open the settings of your browser for this page.',
  'allow.other.2': 'Allow the camera.',
  'allow.then': 'Come back here and try again.',
  'action.tryAgain': 'Try again',
  'action.copyLink': 'Copy the link',
  'action.linkCopied': 'Link copied',

  'review.title': 'Can you read every line?',
  'review.sharp': 'Is the text sharp?',
  'review.glare': 'Is it free of bright spots?',
  'review.corners': 'Do all four corners show?',
  // Describes the picture; {side} is one of the headings "Front of your identity card".
  'review.picture': 'Your picture: {side}',
  // A switch on the picture, which is cropped to its middle at first.
  'review.whole': 'Show the whole picture',
  'review.accept': 'Use this picture',
  'review.retake': 'Take it again',

  'upload.title': 'Sending your picture',
  'upload.text': 'Everything travels encrypted. Keep this page open.',
  // {sent} and {total} are sizes such as "1.2 MB".
  'upload.bytes': '{sent} of {total}',
  'upload.preparing': 'Preparing the picture',
  'upload.offline': 'You are offline. We go on as soon as the connection is back.',
  // The connection works, but requests are not answered.
  'upload.noAnswer': 'We get no answer right now. We go on as soon as there is one.',

  // After a picture that could not be used: the cause as the heading, the remedy below it.
  'retry.IMAGE_UNREADABLE': 'The picture could not be opened',
  'retry.IMAGE_UNREADABLE.remedy': 'Take a new one, or choose another file.',
  'retry.IMAGE_TOO_SMALL': 'The picture is too small to read',
  'retry.IMAGE_TOO_SMALL.remedy': 'Move closer, until the document fills the frame.',
  'retry.IMAGE_BLURRED': 'The picture is blurred',
  'retry.IMAGE_BLURRED.remedy': 'Lay the document flat and hold still until the text is sharp.',
  'retry.IMAGE_TOO_DARK': 'The picture is too dark',
  'retry.IMAGE_TOO_DARK.remedy': 'Go to a brighter place or switch on a lamp.',
  'retry.IMAGE_TOO_BRIGHT': 'The picture is too bright',
  'retry.IMAGE_TOO_BRIGHT.remedy': 'Move out of the direct light.',
  'retry.IMAGE_GLARE': 'Light covers a part of the document',
  'retry.IMAGE_GLARE.remedy': 'Turn the document away from the lamp or window until the shine is gone.',
  'retry.DOCUMENT_NOT_FOUND': 'The document could not be found',
  'retry.DOCUMENT_NOT_FOUND.remedy': 'Lay it on a plain, dark surface and fit it into the frame.',
  'retry.DOCUMENT_CUT_OFF': 'A part of the document is missing',
  'retry.DOCUMENT_CUT_OFF.remedy': 'Show all four corners inside the frame.',
  'retry.DOCUMENT_TOO_FAR': 'The document is too far away',
  'retry.DOCUMENT_TOO_FAR.remedy': 'Move closer, until it fills the frame.',
  // The machine readable lines: two or three lines of capitals with "<<<" signs.
  'retry.MRZ_NOT_FOUND': 'The lines with the “<<<” signs are missing',
  'retry.MRZ_NOT_FOUND.remedy': 'Show the side that has them, and keep your fingers off them.',
  'retry.MRZ_UNREADABLE': 'The lines with the “<<<” signs are not clear',
  'retry.MRZ_UNREADABLE.remedy': 'Lay the document flat, move closer and hold still.',
  // {document} is one of the names of documents.
  'retry.WRONG_DOCUMENT_TYPE': 'This is another document',
  'retry.WRONG_DOCUMENT_TYPE.remedy': 'You chose “{document}”. Choose again, and show that document.',
  // When no other document is accepted.
  'retry.WRONG_DOCUMENT_TYPE.same': 'Only this one is taken: {document}.',
  // The back was shown instead of the front, or the same side twice.
  'retry.WRONG_SIDE': 'Front and back are mixed up',
  'retry.WRONG_SIDE.remedy': 'Show the front first, then the back.',
  // Above the remedies for further causes.
  'retry.also': 'This helps, too',
  // {count} attempts, including the next one. Shown only when few are left.
  'retry.triesLeft': { one: 'This is your last try.', other: 'You have {count} tries left.' },
  'retry.again': 'Take a new picture',
  // In place of the retry button when the next attempt begins with the choice of the document.
  'retry.choose': 'Choose again',

  // Over the screen, before the time limit of the service: the time left, then what the user can do.
  'time.title': 'Your time is nearly over',
  // {count} minutes, rounded.
  'time.left': { one: 'About {count} minute is left.', other: 'About {count} minutes are left.' },
  'time.leftLast': 'Less than a minute is left.',
  // For a time limit that can be extended, and for one that cannot.
  'time.extendable': 'You can have more time. What you have done so far stays as it is.',
  'time.final': 'Please go on now. After that this check ends.',
  // The request for more time failed.
  'time.failed': 'That did not work. Please try again.',
  'time.more': 'I need more time',
  'time.goOn': 'Go on',
} as const satisfies Record<string, Message>;
