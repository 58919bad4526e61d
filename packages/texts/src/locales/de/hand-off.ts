import type { HandOffMessages } from '../../messages.ts';

/** The German texts of a hand-off to a phone. */
export const messages = {
  'handOff.offer': 'Stattdessen Ihr Telefon nutzen',
  'handOff.offerOther': 'Ein anderes Telefon nutzen',
  'handOff.title': 'Weiter mit Ihrem Telefon',
  'handOff.lead': 'Richten Sie die Kamera Ihres Telefons auf diesen Code.',
  'handOff.code': 'QR-Code mit der Adresse dieser Prüfung',
  'handOff.number': 'Ihr Telefon zeigt dieselbe Zahl:',
  'handOff.preparing': 'Der Code wird vorbereitet',
  'handOff.expired': 'Dieser Code gilt nicht mehr.',
  'handOff.failed': 'Der Code konnte nicht erstellt werden. Bitte versuchen Sie es erneut.',
  'handOff.new': 'Neuen Code zeigen',
  'handOff.here': 'Stattdessen hier fortfahren',
  'handOff.phone': 'Es geht auf Ihrem Telefon weiter',
  'handOff.phoneText': 'Lassen Sie diese Seite offen. Das Ergebnis erscheint hier.',
  'handOff.at.document': 'Im Moment: Bilder Ihres Dokuments',
  'handOff.at.selfie': 'Im Moment: Bilder Ihres Gesichts',
  'handOff.at.address': 'Im Moment: ein Brief mit Ihrer Adresse',
  'handOff.at.card': 'Im Moment: Bilder Ihrer Zahlungskarte',
  'handOff.at.evidence': 'Im Moment: die Dateien, um die gebeten wurde',
  'handOff.at.form': 'Im Moment: Fragen zu Ihrer Person',
  'handOff.at.other': 'Im Moment: der nächste Schritt',
  'handOff.at.checks': 'Im Moment: Ihre Angaben werden geprüft',
  'handOff.step': 'Schritt {step} von {count}',
  'handOff.silent': 'Ihr Telefon antwortet nicht',
  'handOff.silentText':
    'Öffnen Sie die Prüfung auf Ihrem Telefon wieder. Oder machen Sie hier oder mit einem neuen Code weiter.',
} as const satisfies HandOffMessages<'one' | 'other'>;
