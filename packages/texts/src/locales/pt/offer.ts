import type { OfferMessages } from '../../messages.ts';

export const messages = {
  'hosted.offered': 'Continue em uma nova janela',
  'hosted.offeredText':
    'Esta verificação precisa de uma janela própria. Esta página espera até você terminar.',
  'hosted.open': 'Abrir a janela',
  'hosted.blocked': 'O seu navegador bloqueou a janela',
  'hosted.blockedText': 'Permita que esta página abra janelas e toque de novo no botão.',
  'hosted.failed': 'Não foi possível abrir a janela',
  'hosted.failedText': 'Verifique a sua conexão e toque de novo no botão.',
  'hosted.opened': 'Continue na outra janela',
  'hosted.openedText':
    'Quando você terminar, esta página continua sozinha. Se não achar a janela, abra-a de novo.',
  'hosted.again': 'Abrir a janela de novo',
} as const satisfies OfferMessages<'one' | 'many' | 'other'>;
