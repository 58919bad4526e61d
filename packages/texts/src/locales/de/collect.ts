import type { CollectMessages } from '../../messages.ts';

/** The German texts of the steps that collect files. */
export const messages = {
  'collect.address': 'Zeigen Sie, wo Sie wohnen',
  'collect.address.lead': 'Mit einem Brief, auf dem Ihr Name und Ihre Adresse stehen. Einem von diesen:',
  'collect.UTILITY_BILL': 'Rechnung für Strom, Gas, Wasser oder Telefon',
  'collect.BANK_STATEMENT': 'Kontoauszug',
  'collect.TAX_DOCUMENT': 'Steuerbescheid',
  'collect.GOVERNMENT_LETTER': 'Brief einer Behörde',
  'collect.RENTAL_AGREEMENT': 'Mietvertrag',
  'collect.address.age': {
    one: 'Er ist nicht älter als {count} Tag.',
    other: 'Er ist nicht älter als {count} Tage.',
  },
  'collect.address.page': 'Die ganze Seite ist zu sehen, mit Name, Adresse und Datum.',

  'collect.card.front': 'Vorderseite Ihrer Zahlungskarte',
  'collect.card.back': 'Rückseite Ihrer Zahlungskarte',
  'collect.card.cover': 'Sie dürfen die Mitte der Nummer verdecken.',
  'collect.card.keep': 'Wir behalten höchstens die ersten sechs und die letzten vier Ziffern.',
  'collect.card.code': 'Verdecken Sie den Sicherheitscode. Wir brauchen ihn nie.',
  'collect.card.corners': 'Zeigen Sie alle vier Ecken.',

  'collect.exactly': { one: '{count} Datei', other: '{count} Dateien' },
  'collect.range': { one: '{least} bis {count} Datei', other: '{least} bis {count} Dateien' },
  'collect.both': 'Bilder oder PDF-Dateien',
  'collect.image': 'Bilder',
  'collect.pdf': 'PDF-Dateien',

  'collect.file': 'Datei auswählen',
  'collect.review': 'Ist das die richtige Datei?',
  'collect.accept': 'Diese Datei verwenden',
  'collect.another': 'Eine andere auswählen',
  'collect.picture': 'Ihr Bild',
  'collect.number': 'Datei {number}',
  'collect.sending': 'Ihre Datei wird gesendet',
  'collect.preparing': 'Die Datei wird vorbereitet',
  'collect.ready': { one: '{count} Datei ist bereit', other: '{count} Dateien sind bereit' },
  'collect.readyText': 'Die Dateien werden geprüft, sobald Sie sie einreichen.',
  'collect.missing': { one: 'Es fehlt noch eine Datei.', other: 'Es fehlen noch {count} Dateien.' },
  'collect.add': 'Weitere Datei hinzufügen',
  'collect.handIn': 'Jetzt einreichen',
  'collect.remove': 'Entfernen: {name}',

  'retry.TEXT_UNREADABLE': 'Der Text ließ sich nicht lesen',
  'retry.TEXT_UNREADABLE.remedy':
    'Legen Sie die Seite bei gutem Licht flach hin und halten Sie die Kamera gerade darüber.',
  'retry.ADDRESS_DOCUMENT_NOT_FOUND': 'Diesen Brief können wir nicht verwenden',
  'retry.ADDRESS_DOCUMENT_NOT_FOUND.remedy':
    'Wählen Sie eine Rechnung, einen Auszug oder einen Brief an Sie.',
  'retry.NAME_NOT_FOUND': 'Ihr Name wurde nicht gefunden',
  'retry.NAME_NOT_FOUND.remedy': 'Wählen Sie einen Brief an Sie und zeigen Sie die ganze Seite.',
  'retry.ADDRESS_NOT_FOUND': 'Die Adresse wurde nicht gefunden',
  'retry.ADDRESS_NOT_FOUND.remedy': 'Zeigen Sie die Seite mit Straße, Hausnummer, Postleitzahl und Ort.',
  'retry.DOCUMENT_TOO_OLD': 'Der Brief ist zu alt',
  'retry.DOCUMENT_TOO_OLD.remedy': {
    one: 'Wählen Sie einen, der nicht älter als {count} Tag ist.',
    other: 'Wählen Sie einen, der nicht älter als {count} Tage ist.',
  },
  'retry.CARD_NOT_FOUND': 'Die Karte wurde nicht gefunden',
  'retry.CARD_NOT_FOUND.remedy':
    'Legen Sie sie auf eine einfarbige, dunkle Fläche und passen Sie sie in den Rahmen ein.',
  'retry.CARD_NUMBER_NOT_FOUND': 'Die Kartennummer wurde nicht gefunden',
  'retry.CARD_NUMBER_NOT_FOUND.remedy':
    'Zeigen Sie die Seite mit der Nummer, die ersten sechs und die letzten vier Ziffern unverdeckt.',
  'retry.CARD_NUMBER_UNREADABLE': 'Die Kartennummer ist nicht deutlich',
  'retry.CARD_NUMBER_UNREADABLE.remedy':
    'Legen Sie die Karte flach hin, gehen Sie näher heran und halten Sie still.',
  'retry.FILE_PROTECTED': 'Die Datei verlangt ein Passwort',
  'retry.FILE_PROTECTED.remedy': 'Speichern Sie sie ohne Passwort und wählen Sie sie noch einmal aus.',
  'retry.FILE_TOO_LONG': 'Die Datei hat zu viele Seiten',
  'retry.FILE_TOO_LONG.remedy': 'Wählen Sie eine mit höchstens zehn Seiten.',
  'retry.FILE_UNREADABLE': 'Die Datei ließ sich nicht öffnen',
  'retry.FILE_UNREADABLE.remedy': 'Sie könnte beschädigt sein. Wählen Sie eine andere.',
  'retry.FILE_EMPTY': 'Die Datei ist leer',
  'retry.FILE_EMPTY.remedy': 'Speichern Sie sie noch einmal oder wählen Sie eine andere.',
  'retry.FILE_TOO_SMALL': 'Das Bild ist zu klein zum Lesen',
  'retry.FILE_TOO_SMALL.remedy':
    'Vielleicht ist es nur eine Vorschau. Wählen Sie das Original oder machen Sie hier ein neues Foto.',
  'retry.FILE_TOO_LARGE': 'Die Datei ist zu groß',
  'retry.FILE_TOO_LARGE.remedy': 'Wählen Sie eine mit höchstens 15 MB.',
  'retry.FILE_BLOCKED': 'Das kam nicht durch',
  'retry.FILE_BLOCKED.remedy':
    'Ihre Verbindung steht, aber etwas auf dem Weg zu uns lässt es nicht durch. Wählen Sie eine kleinere Datei, machen Sie ein neues Bild, oder nutzen Sie ein anderes Netz oder Gerät.',
  'retry.FILE_HEIC': 'Dieser Browser kann das Bild nicht öffnen',
  'retry.FILE_HEIC.remedy':
    'Es ist eine HEIC-Datei. Speichern Sie sie als JPEG oder machen Sie hier ein neues Foto.',
  'retry.FILE_OF_OTHER_KIND': 'Dateien dieser Art gehen hier nicht',
  'retry.FILE_OF_OTHER_KIND.image': 'Wählen Sie ein Bild.',
  'retry.FILE_OF_OTHER_KIND.pdf': 'Wählen Sie eine PDF-Datei.',
  'retry.FILE_OF_OTHER_KIND.both': 'Wählen Sie ein Bild oder eine PDF-Datei.',
} as const satisfies CollectMessages<'one' | 'other'>;
