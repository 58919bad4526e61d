import type { OfferMessages } from '../../messages.ts';

export const messages = {
  'hosted.offered': 'In einem neuen Fenster geht es weiter',
  'hosted.offeredText':
    'Diese Prüfung braucht ein eigenes Fenster. Diese Seite wartet, bis Sie dort fertig sind.',
  'hosted.open': 'Fenster öffnen',
  'hosted.blocked': 'Ihr Browser hat das Fenster blockiert',
  'hosted.blockedText': 'Erlauben Sie dieser Seite, Fenster zu öffnen. Drücken Sie dann noch einmal.',
  'hosted.failed': 'Das Fenster ließ sich nicht öffnen',
  'hosted.failedText': 'Prüfen Sie Ihre Verbindung. Drücken Sie dann noch einmal.',
  'hosted.opened': 'Im anderen Fenster geht es weiter',
  'hosted.openedText':
    'Sobald Sie dort fertig sind, geht es hier von selbst weiter. Ist das Fenster weg, öffnen Sie es noch einmal.',
  'hosted.again': 'Fenster noch einmal öffnen',
} as const satisfies OfferMessages<'one' | 'other'>;
