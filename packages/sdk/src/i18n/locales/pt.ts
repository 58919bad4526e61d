import type { FrameMessages } from '../messages.ts';

/** The Portuguese texts: formal and impersonal, in words that Portugal and Brazil share. */
export const messages = {
  'frame.label': 'Verificação de identidade',
  'frame.back': 'Voltar',
  'frame.close': 'Fechar',
  'frame.progress': 'Progresso',
  'frame.progressValue': '{share} concluído',

  'loading.title': 'Preparação em curso',

  'welcome.title': 'Verifique a sua identidade',
  'welcome.lead': '{requester} pede que confirme a sua identidade.',
  'welcome.leadUnnamed': 'Pede-se que confirme a sua identidade.',
  'welcome.document': 'Tenha o documento à mão',
  'welcome.documentText': 'O original. Não é possível verificar uma cópia nem uma foto.',
  'welcome.camera': 'Tire uma foto nítida',
  'welcome.cameraText': 'Pediremos a câmera no momento certo e daremos instruções.',
  'welcome.privacy': 'As suas imagens estão protegidas',
  'welcome.privacyText': 'São enviadas e guardadas de forma cifrada.',
  'welcome.begin': 'Começar',
  'welcome.resumedTitle': 'Boas-vindas de novo',
  'welcome.resumedLead': 'Pode continuar de onde parou.',
  'welcome.resume': 'Continuar',

  'processing.title': 'Verificação do documento',
  'processing.lead': 'Isto é o que verificamos:',
  'processing.quality': 'A foto está nítida e completa?',
  'processing.lines': 'As linhas impressas são coerentes?',
  'processing.valid': 'O documento ainda é válido?',
  'processing.data': 'Verificação dos seus dados',
  'processing.dataLead': 'Isto demora um momento.',
  'processing.long': 'Isto demora um pouco mais. Pode esperar ou sair: o resultado não se perde.',
  'processing.leave': 'Sair agora',

  'result.success': 'A sua identidade está confirmada',
  'result.successText': 'Está tudo pronto. A empresa que a pediu tem o resultado.',
  'result.pending': 'Temos tudo o que é preciso',
  'result.pendingText': 'A verificação demora um pouco mais. A empresa que a pediu dará o resultado.',
  'result.failed': 'Não foi possível confirmar a sua identidade',
  'result.failedText': 'A empresa que a pediu tem o resultado e pode dizer o que fazer a seguir.',
  'result.unknown': 'Não foi possível concluir a verificação',
  'result.unknownText': 'A culpa não foi sua. A empresa que a pediu pode iniciar outra.',
  'result.done': 'Concluir',

  'problem.session-expired': 'O tempo desta verificação terminou',
  'problem.session-expiredText':
    'Escolha “Fechar” e comece de novo. Nada do que enviou é mostrado a mais ninguém.',
  'problem.capture-unavailable': 'A câmera não foi carregada',
  'problem.capture-unavailableText': 'Verifique a conexão, escolha “Fechar” e comece de novo.',
  'problem.retry-limit': 'Não foi possível usar as fotos',
  'problem.retry-limitText':
    'Não há mais tentativas. Pergunte à empresa que pede esta verificação como continuar.',
  'problem.general': 'Houve um problema do nosso lado',
  'problem.generalText':
    'Escolha “Fechar” e comece de novo. Se acontecer outra vez, peça ajuda com o código abaixo.',
  'problem.taken-over': 'A verificação continua em outro lugar',
  'problem.taken-overText': 'Ela está aberta em outra janela ou em outro dispositivo. Continue lá.',
  'problem.code': 'Código para o suporte: {code}',
  'problem.close': 'Fechar',

  'quit.title': 'Sair da verificação?',
  'quit.text': 'A sua identidade ainda não está confirmada. Durante algum tempo, pode voltar e continuar.',
  'quit.stay': 'Ficar aqui',
  'quit.leave': 'Sair',
} as const satisfies FrameMessages<'one' | 'many' | 'other'>;
