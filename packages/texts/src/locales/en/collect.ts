import type { Message } from '../../message.ts';

/**
 * The English texts of the steps that collect files, and the source of all other languages; the notes of `frame.ts` apply here,
 * too.
 */
export const messages = {
  // A letter that shows where the user lives.
  'collect.address': 'Show where you live',
  // Above the kinds of letters.
  'collect.address.lead': 'With a letter that has your name and address on it. One of these:',
  'collect.UTILITY_BILL': 'Bill for electricity, gas, water or phone',
  'collect.BANK_STATEMENT': 'Bank statement',
  'collect.TAX_DOCUMENT': 'Tax notice',
  'collect.GOVERNMENT_LETTER': 'Letter from a public authority',
  'collect.RENTAL_AGREEMENT': 'Rental agreement',
  'collect.address.age': {
    one: 'It is not older than {count} day.',
    other: 'It is not older than {count} days.',
  },
  'collect.address.page': 'The whole page shows, with name, address and date.',

  // A debit or credit card.
  'collect.card.front': 'Front of your payment card',
  'collect.card.back': 'Back of your payment card',
  'collect.card.cover': 'You may cover the middle of the number.',
  'collect.card.keep': 'We keep no more than its first six and last four digits.',
  'collect.card.code': 'Cover the security code. We never need it.',
  'collect.card.corners': 'Show all four corners.',

  // Files that a company requests in its own words: number and kind.
  'collect.exactly': { one: '{count} file', other: '{count} files' },
  'collect.range': { one: 'From {least} to {count} file', other: 'From {least} to {count} files' },
  'collect.both': 'Pictures or PDF files',
  'collect.image': 'Pictures',
  'collect.pdf': 'PDF files',

  'collect.file': 'Choose a file',
  'collect.review': 'Is this the right file?',
  'collect.accept': 'Use this file',
  'collect.another': 'Choose another one',
  // Name of a picture taken with the camera, also its description.
  'collect.picture': 'Your picture',
  // In place of a name that is no longer known; {number} is its position in the list.
  'collect.number': 'File {number}',
  'collect.sending': 'Sending your file',
  'collect.preparing': 'Preparing the file',
  // Above the list of files, before the user says that it is complete.
  'collect.ready': { one: '{count} file is ready', other: '{count} files are ready' },
  'collect.readyText': 'They are looked at once you hand them in.',
  'collect.missing': { one: 'One more file is needed.', other: '{count} more files are needed.' },
  'collect.add': 'Add another file',
  'collect.handIn': 'Hand in now',
  'collect.remove': 'Remove: {name}',

  // After a file that could not be used: the cause, then the remedy.
  'retry.TEXT_UNREADABLE': 'The text could not be read',
  'retry.TEXT_UNREADABLE.remedy': 'Lay the page flat in good light, and hold the camera straight above it.',
  'retry.ADDRESS_DOCUMENT_NOT_FOUND': 'This is not a letter that we can use',
  'retry.ADDRESS_DOCUMENT_NOT_FOUND.remedy': 'Choose a bill, statement or letter that was sent to you.',
  'retry.NAME_NOT_FOUND': 'Your name could not be found',
  'retry.NAME_NOT_FOUND.remedy': 'Choose a letter that was sent to you, and show the whole page.',
  'retry.ADDRESS_NOT_FOUND': 'The address could not be found',
  'retry.ADDRESS_NOT_FOUND.remedy': 'Show the page that has street, house number, postcode and city.',
  'retry.DOCUMENT_TOO_OLD': 'The letter is too old',
  'retry.DOCUMENT_TOO_OLD.remedy': {
    one: 'Choose one that is not older than {count} day.',
    other: 'Choose one that is not older than {count} days.',
  },
  'retry.CARD_NOT_FOUND': 'The card could not be found',
  'retry.CARD_NOT_FOUND.remedy': 'Lay it on a plain, dark surface and fit it into the frame.',
  'retry.CARD_NUMBER_NOT_FOUND': 'The card number could not be found',
  'retry.CARD_NUMBER_NOT_FOUND.remedy':
    'Show the side with the number, its first six and last four digits uncovered.',
  'retry.CARD_NUMBER_UNREADABLE': 'The card number is not clear',
  'retry.CARD_NUMBER_UNREADABLE.remedy': 'Lay the card flat, move closer and hold still.',
  'retry.FILE_PROTECTED': 'The file asks for a password',
  'retry.FILE_PROTECTED.remedy': 'Save it without a password and choose it again.',
  'retry.FILE_TOO_LONG': 'The file has too many pages',
  'retry.FILE_TOO_LONG.remedy': 'Choose one of ten pages at most.',
  'retry.FILE_UNREADABLE': 'The file could not be opened',
  'retry.FILE_UNREADABLE.remedy': 'It may be damaged. Choose another one.',
  'retry.FILE_EMPTY': 'The file is empty',
  'retry.FILE_EMPTY.remedy': 'Save it again, or choose another one.',
  // A picture of a few pixels, such as the preview of a photo.
  'retry.FILE_TOO_SMALL': 'The picture is too small to read',
  'retry.FILE_TOO_SMALL.remedy': 'It may be a preview. Choose the original, or take a new picture here.',
  'retry.FILE_TOO_LARGE': 'The file is too large',
  'retry.FILE_TOO_LARGE.remedy': 'Choose one of 15 MB at most.',
  // A proxy or firewall blocks the picture or file. Neither the file nor the connection is at fault.
  'retry.FILE_BLOCKED': 'It did not get through',
  'retry.FILE_BLOCKED.remedy':
    'Your connection works, but something on the way to us does not let it pass. Choose a smaller file, take a new picture, or go on in another network or on another device.',
  'retry.FILE_HEIC': 'This browser cannot open the picture',
  'retry.FILE_HEIC.remedy': 'It is a HEIC file. Save it as a JPEG file, or take a new picture here.',
  'retry.FILE_OF_OTHER_KIND': 'This kind of file is not taken',
  // By the accepted types of files.
  'retry.FILE_OF_OTHER_KIND.image': 'Choose a picture.',
  'retry.FILE_OF_OTHER_KIND.pdf': 'Choose a PDF file.',
  'retry.FILE_OF_OTHER_KIND.both': 'Choose a picture or a PDF file.',
} as const satisfies Record<string, Message>;
