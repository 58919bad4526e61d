import type { FrameMessages } from '../../messages.ts';

/** The German texts: “Sie”, „Gänsefüßchen“, and the words that German browsers use in their menus. */
export const messages = {
  'frame.label': 'Identitätsprüfung',
  'frame.back': 'Zurück',
  'frame.close': 'Schließen',
  'frame.progress': 'Fortschritt',
  'frame.progressValue': '{share} erledigt',

  'loading.title': 'Wird vorbereitet',

  'welcome.title': 'Bestätigen Sie Ihre Identität',
  'welcome.lead': '{requester} bittet Sie, Ihre Identität zu bestätigen.',
  'welcome.leadUnnamed': 'Sie werden gebeten, Ihre Identität zu bestätigen.',
  'welcome.document': 'Legen Sie Ihr Dokument bereit',
  'welcome.documentText': 'Das Original. Eine Kopie oder ein Foto davon lässt sich nicht prüfen.',
  'welcome.camera': 'Machen Sie ein scharfes Foto',
  'welcome.selfie': 'Machen Sie ein paar Fotos Ihres Gesichts',
  'welcome.files': 'Legen Sie bereit, was Sie brauchen',
  'welcome.filesText': 'Was es ist, sagen wir Ihnen im nächsten Schritt.',
  'welcome.filesCamera': 'Machen Sie ein Foto oder wählen Sie eine Datei',
  'welcome.cameraText': 'Wir bitten erst dann um Ihre Kamera und leiten Sie an.',
  'welcome.privacy': 'Ihre Daten sind geschützt',
  'welcome.privacyText': 'Ihre Daten werden verschlüsselt übertragen und gespeichert.',
  'welcome.begin': 'Beginnen',
  'welcome.resumedTitle': 'Willkommen zurück',
  'welcome.resumedLead': 'Machen Sie dort weiter, wo Sie aufgehört haben.',
  'welcome.resume': 'Weiter',

  'processing.title': 'Ihr Dokument wird geprüft',
  'processing.lead': 'Darauf achten wir:',
  'processing.quality': 'Ist das Bild scharf und vollständig?',
  'processing.lines': 'Passen die gedruckten Zeilen zusammen?',
  'processing.valid': 'Ist das Dokument noch gültig?',
  'processing.selfie': 'Ihre Bilder werden geprüft',
  'processing.files': 'Was Sie gesendet haben, wird geprüft',
  'processing.data': 'Ihre Angaben werden geprüft',
  'processing.dataLead': 'Das dauert einen Moment.',
  'processing.long':
    'Das dauert etwas länger. Sie können warten oder die Seite verlassen: Das Ergebnis geht nicht verloren.',
  'processing.leave': 'Jetzt verlassen',

  'result.success': 'Ihre Identität ist bestätigt',
  'result.successText': 'Sie sind fertig. Das anfragende Unternehmen hat Ihr Ergebnis.',
  'result.pending': 'Wir haben alles, was wir brauchen',
  'result.pendingText':
    'Die Prüfung dauert etwas länger. Das anfragende Unternehmen teilt Ihnen das Ergebnis mit.',
  'result.failed': 'Ihre Identität ließ sich nicht bestätigen',
  'result.failedText': 'Das anfragende Unternehmen hat das Ergebnis und kann Ihnen sagen, wie es weitergeht.',
  'result.unknown': 'Die Prüfung ließ sich nicht abschließen',
  'result.unknownText': 'Es lag nicht an Ihnen. Das anfragende Unternehmen kann eine neue starten.',
  'result.done': 'Fertig',

  'problem.session-expired': 'Die Zeit für diese Prüfung ist um',
  'problem.session-expiredText':
    'Wählen Sie „Schließen“ und beginnen Sie neu. Was Sie gesendet haben, sieht niemand sonst.',
  'problem.capture-unavailable': 'Die Kamera ließ sich nicht laden',
  'problem.capture-unavailableText':
    'Prüfen Sie Ihre Verbindung, wählen Sie „Schließen“, laden Sie diese Seite neu und beginnen Sie noch einmal.',
  'problem.retry-limit': 'Was Sie gesendet haben, war nicht verwendbar',
  'problem.retry-limitText':
    'Es sind keine Versuche mehr übrig. Fragen Sie das Unternehmen, das die Prüfung wünscht, wie es weitergeht.',
  'problem.general': 'Bei uns ist etwas schiefgegangen',
  'problem.generalText':
    'Versuchen Sie es gleich noch einmal. Passiert es wieder, hilft der Support mit dem Code unten.',
  'problem.taken-over': 'Sie haben anderswo weitergemacht',
  'problem.taken-overText':
    'Diese Prüfung ist in einem anderen Fenster oder auf einem anderen Gerät offen. Machen Sie dort weiter.',
  'problem.code': 'Code für den Support: {code}',
  'problem.tryAgain': 'Erneut versuchen',
  'problem.close': 'Schließen',

  'quit.title': 'Prüfung verlassen?',
  'quit.text':
    'Ihre Identität ist noch nicht bestätigt. Eine Zeit lang können Sie zurückkommen und weitermachen.',
  'quit.stay': 'Hierbleiben',
  'quit.leave': 'Verlassen',
} as const satisfies FrameMessages<'one' | 'other'>;

/** Loaders of the deferred parts. */
export const capture = () => import('./capture.ts');
export const selfie = () => import('./selfie.ts');
export const collect = () => import('./collect.ts');
export const form = () => import('./form.ts');
export const offer = () => import('./offer.ts');
export const handOff = () => import('./hand-off.ts');
