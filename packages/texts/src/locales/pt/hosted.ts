import type { HostedTexts } from '../../hosted.ts';

/** The Portuguese texts of the service's own pages. */
export const hosted: HostedTexts = {
  window: {
    title: 'Verificação de identidade',
    starting: 'Um momento…',
    slow: 'Isto está demorando mais do que o normal. Se nada acontecer, recarregue esta janela.',
    withoutScript: {
      title: 'O JavaScript está desativado',
      text: 'A verificação de identidade precisa de JavaScript para usar a câmera. Ative-o nas configurações do navegador e recarregue esta janela.',
    },
    invalid: {
      title: 'Esta janela não é mais válida',
      text: 'Volte à página que a abriu e inicie a verificação de novo lá.',
    },
    elsewhere: {
      title: 'A verificação continua em outro lugar',
      text: 'Ela está aberta em outra janela. Você pode fechar esta.',
    },
    over: { title: 'Você pode fechar esta janela', text: 'Para continuar, volte à página que a abriu.' },
    failed: {
      title: 'Não foi possível abrir a verificação',
      text: 'Verifique a conexão com a internet e tente de novo.',
      again: 'Tentar de novo',
    },
  },
  link: {
    invalid: {
      title: 'Este link não funciona',
      text: 'Talvez falte uma parte. Abra-o de novo na mensagem que você recebeu ou peça um novo a quem o enviou.',
    },
    expired: {
      title: 'Este link expirou',
      text: 'Com ele não é mais possível continuar a verificação. Peça um novo a quem o enviou.',
    },
    finished: {
      title: 'Esta verificação está concluída',
      text: 'Você não precisa fazer mais nada aqui. Pode fechar esta página.',
    },
    elsewhere: {
      title: 'Você saiu da verificação',
      text: 'Para continuar de onde parou, abra de novo o link que você recebeu.',
    },
    over: { title: 'Você pode fechar esta página', text: 'Você não precisa fazer mais nada aqui.' },
    app: {
      title: 'Voltar ao aplicativo',
      text: 'Se o aplicativo não abriu sozinho, abra-o aqui.',
      open: 'Abrir o aplicativo',
    },
  },
  phone: {
    pairing: {
      title: 'Continuar com este celular',
      requester: 'Verificação de identidade para {requester}',
      text: 'O seu computador mostra um número. É este?',
      confirm: 'Sim, continuar aqui',
      otherwise: 'Se ele mostrar outro, ou se você não pediu isso, feche esta página.',
    },
    invalid: {
      title: 'Este link não é mais válido',
      text: 'Ele vale uma única vez e por dez minutos. Peça um novo código no seu computador.',
    },
    elsewhere: {
      title: 'A verificação não está neste celular',
      text: 'Ela continua em outro lugar ou foi encerrada no seu computador. Você pode fechar esta página.',
    },
    over: {
      title: 'Não há mais nada a fazer aqui',
      text: 'Você pode fechar esta página e continuar no seu computador.',
    },
  },
};
