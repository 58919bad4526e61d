import type { FrameMessages } from '../../messages.ts';

/** The Portuguese texts, as in Brazil: formal and impersonal. */
export const messages = {
  'frame.label': 'Verificação de identidade',
  'frame.back': 'Voltar',
  'frame.close': 'Fechar',
  'frame.progress': 'Progresso',
  'frame.progressValue': '{share} concluído',

  'loading.title': 'Preparando tudo',

  'welcome.title': 'Verifique a sua identidade',
  'welcome.lead': '{requester} pede que você confirme a sua identidade.',
  'welcome.leadUnnamed': 'Pedimos que você confirme a sua identidade.',
  'welcome.document': 'Tenha o documento à mão',
  'welcome.documentText': 'O original. Não é possível verificar uma cópia nem uma foto.',
  'welcome.camera': 'Tire uma foto nítida',
  'welcome.selfie': 'Tire algumas fotos do rosto',
  'welcome.files': 'Tenha à mão o que é necessário',
  'welcome.filesText': 'Explicamos o que é na próxima etapa.',
  'welcome.filesCamera': 'Tire uma foto ou escolha um arquivo',
  'welcome.cameraText': 'Pediremos a câmera no momento certo e orientaremos você.',
  'welcome.privacy': 'Os seus dados estão protegidos',
  'welcome.privacyText': 'Eles são enviados e guardados com criptografia.',
  'welcome.begin': 'Começar',
  'welcome.resumedTitle': 'Boas-vindas de novo',
  'welcome.resumedLead': 'Você pode continuar de onde parou.',
  'welcome.resume': 'Continuar',

  'processing.title': 'Verificando o seu documento',
  'processing.lead': 'O que conferimos:',
  'processing.quality': 'A foto está nítida e completa?',
  'processing.lines': 'As linhas impressas são coerentes?',
  'processing.valid': 'O documento ainda é válido?',
  'processing.selfie': 'Verificando as suas fotos',
  'processing.files': 'Verificando o que você enviou',
  'processing.data': 'Verificando os seus dados',
  'processing.dataLead': 'Isso leva um momento.',
  'processing.long':
    'Isso está demorando um pouco mais. Você pode esperar ou sair: o resultado não se perde.',
  'processing.leave': 'Sair agora',

  'result.success': 'A sua identidade está confirmada',
  'result.successText': 'Está tudo pronto. A empresa que pediu a verificação tem o resultado.',
  'result.pending': 'Temos tudo de que precisamos',
  'result.pendingText':
    'A verificação está demorando um pouco mais. A empresa que a pediu informará o resultado.',
  'result.failed': 'Não foi possível confirmar a sua identidade',
  'result.failedText': 'A empresa que pediu a verificação tem o resultado e pode dizer o que fazer agora.',
  'result.unknown': 'Não foi possível concluir a verificação',
  'result.unknownText': 'A culpa não foi sua. A empresa que a pediu pode iniciar outra.',
  'result.done': 'Concluir',

  'problem.session-expired': 'O tempo desta verificação terminou',
  'problem.session-expiredText':
    'Toque em “Fechar” e comece de novo. Nada do que você enviou é mostrado a outras pessoas.',
  'problem.capture-unavailable': 'A câmera não foi carregada',
  'problem.capture-unavailableText':
    'Verifique a conexão, toque em “Fechar”, recarregue esta página e comece de novo.',
  'problem.retry-limit': 'Não foi possível usar o que você enviou',
  'problem.retry-limitText':
    'Não há mais tentativas. Pergunte à empresa que pede esta verificação como continuar.',
  'problem.general': 'Houve um problema do nosso lado',
  'problem.generalText':
    'Tente de novo daqui a pouco. Se acontecer outra vez, peça ajuda com o código abaixo.',
  'problem.taken-over': 'A verificação continua em outro lugar',
  'problem.taken-overText': 'Ela está aberta em outra janela ou em outro dispositivo. Continue lá.',
  'problem.code': 'Código para o suporte: {code}',
  'problem.tryAgain': 'Tentar de novo',
  'problem.close': 'Fechar',

  'quit.title': 'Sair da verificação?',
  'quit.text': 'A sua identidade ainda não foi confirmada. Por algum tempo, você pode voltar e continuar.',
  'quit.stay': 'Ficar aqui',
  'quit.leave': 'Sair',
} as const satisfies FrameMessages<'one' | 'many' | 'other'>;

/** Loaders of the deferred parts. */
export const capture = () => import('./capture.ts');
export const selfie = () => import('./selfie.ts');
export const collect = () => import('./collect.ts');
export const form = () => import('./form.ts');
export const offer = () => import('./offer.ts');
export const handOff = () => import('./hand-off.ts');
