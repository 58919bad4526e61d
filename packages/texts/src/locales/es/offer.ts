import type { OfferMessages } from '../../messages.ts';

export const messages = {
  'hosted.offered': 'Continúe en una ventana nueva',
  'hosted.offeredText':
    'Esta verificación necesita su propia ventana. Esta página espera hasta que termine allí.',
  'hosted.open': 'Abrir la ventana',
  'hosted.blocked': 'Su navegador ha bloqueado la ventana',
  'hosted.blockedText': 'Permita que esta página abra ventanas y pulse otra vez el botón.',
  'hosted.failed': 'No se pudo abrir la ventana',
  'hosted.failedText': 'Compruebe su conexión y pulse otra vez el botón.',
  'hosted.opened': 'Continúe en la otra ventana',
  'hosted.openedText':
    'Cuando termine allí, esta página sigue sola. Si ya no ve la ventana, ábrala otra vez.',
  'hosted.again': 'Abrir otra vez la ventana',
} as const satisfies OfferMessages<'one' | 'many' | 'other'>;
