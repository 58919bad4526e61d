import type { FrameMessages } from '../../messages.ts';

/** The Italian texts: the polite form “Lei”, in lower case inside a sentence. */
export const messages = {
  'frame.label': 'Verifica dell’identità',
  'frame.back': 'Indietro',
  'frame.close': 'Chiudi',
  'frame.progress': 'Avanzamento',
  'frame.progressValue': '{share} completato',

  'loading.title': 'Preparazione in corso',

  'welcome.title': 'Verifichi la sua identità',
  'welcome.lead': '{requester} le chiede di confermare la sua identità.',
  'welcome.leadUnnamed': 'Le viene chiesto di confermare la sua identità.',
  'welcome.document': 'Tenga il documento a portata di mano',
  'welcome.documentText': 'L’originale. Una copia o una foto non si può verificare.',
  'welcome.camera': 'Scatti una foto nitida',
  'welcome.selfie': 'Scatti alcune foto del viso',
  'welcome.files': 'Tenga a portata di mano ciò che serve',
  'welcome.filesText': 'Nel prossimo passo le diciamo che cosa.',
  'welcome.filesCamera': 'Scatti una foto o scelga un file',
  'welcome.cameraText': 'Chiederemo la fotocamera al momento giusto e la guideremo.',
  'welcome.privacy': 'I suoi dati sono protetti',
  'welcome.privacyText': 'Vengono inviati e conservati cifrati.',
  'welcome.begin': 'Inizia',
  'welcome.resumedTitle': 'Lieti di rivederla',
  'welcome.resumedLead': 'Può continuare da dove ha interrotto.',
  'welcome.resume': 'Continua',

  'processing.title': 'Verifica del documento',
  'processing.lead': 'Ecco che cosa controlliamo:',
  'processing.quality': 'La foto è nitida e completa?',
  'processing.lines': 'Le righe stampate corrispondono?',
  'processing.valid': 'Il documento è ancora valido?',
  'processing.selfie': 'Verifica delle foto',
  'processing.files': 'Verifica di ciò che ha inviato',
  'processing.data': 'Verifica dei suoi dati',
  'processing.dataLead': 'Ci vuole un momento.',
  'processing.long': 'Ci vuole un po’ di più. Può aspettare o uscire: il risultato non andrà perso.',
  'processing.leave': 'Esci ora',

  'result.success': 'La sua identità è confermata',
  'result.successText': 'Ha finito. L’azienda che ha chiesto la verifica ha il suo risultato.',
  'result.pending': 'Abbiamo tutto quello che serve',
  'result.pendingText':
    'La verifica richiede un po’ più di tempo. L’azienda che l’ha chiesta le dirà il risultato.',
  'result.failed': 'Non è stato possibile confermare la sua identità',
  'result.failedText': 'L’azienda che ha chiesto la verifica ha il risultato e può dirle che cosa fare ora.',
  'result.unknown': 'Non è stato possibile completare la verifica',
  'result.unknownText': 'Non è dipeso da lei. L’azienda che l’ha chiesta può avviarne un’altra.',
  'result.done': 'Fine',

  'problem.session-expired': 'Il tempo per questa verifica è scaduto',
  'problem.session-expiredText':
    'Prema “Chiudi” e ricominci. Ciò che ha inviato non viene mostrato a nessun altro.',
  'problem.capture-unavailable': 'La fotocamera non è stata caricata',
  'problem.capture-unavailableText':
    'Controlli la connessione, prema “Chiudi”, ricarichi questa pagina e ricominci.',
  'problem.retry-limit': 'Non è stato possibile usare ciò che ha inviato',
  'problem.retry-limitText':
    'Non ci sono più tentativi. Chieda come continuare all’azienda che vuole questa verifica.',
  'problem.general': 'Qualcosa non ha funzionato da parte nostra',
  'problem.generalText':
    'Riprovi tra un momento. Se succede di nuovo, chieda assistenza con il codice qui sotto.',
  'problem.taken-over': 'Ha continuato altrove',
  'problem.taken-overText':
    'Questa verifica è aperta in un’altra finestra o su un altro dispositivo. Continui lì.',
  'problem.code': 'Codice per l’assistenza: {code}',
  'problem.tryAgain': 'Riprova',
  'problem.close': 'Chiudi',

  'quit.title': 'Uscire dalla verifica?',
  'quit.text': 'La sua identità non è ancora confermata. Per qualche tempo può tornare e continuare.',
  'quit.stay': 'Resta qui',
  'quit.leave': 'Esci',
} as const satisfies FrameMessages<'one' | 'many' | 'other'>;

/** Loaders of the deferred parts. */
export const capture = () => import('./capture.ts');
export const selfie = () => import('./selfie.ts');
export const collect = () => import('./collect.ts');
export const form = () => import('./form.ts');
export const offer = () => import('./offer.ts');
export const handOff = () => import('./hand-off.ts');
