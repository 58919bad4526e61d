import type { OfferMessages } from '../../messages.ts';

export const messages = {
  'hosted.offered': 'Continui in una nuova finestra',
  'hosted.offeredText':
    'Questa verifica ha bisogno di una finestra propria. Questa pagina aspetta che lei abbia finito.',
  'hosted.open': 'Apri la finestra',
  'hosted.blocked': 'Il suo browser ha bloccato la finestra',
  'hosted.blockedText': 'Permetta a questa pagina di aprire finestre, poi prema di nuovo il pulsante.',
  'hosted.failed': 'Non è stato possibile aprire la finestra',
  'hosted.failedText': 'Controlli la connessione, poi prema di nuovo il pulsante.',
  'hosted.opened': 'Continui nell’altra finestra',
  'hosted.openedText':
    'Quando avrà finito, questa pagina continua da sola. Se non trova la finestra, la apra di nuovo.',
  'hosted.again': 'Apri di nuovo la finestra',
} as const satisfies OfferMessages<'one' | 'many' | 'other'>;
