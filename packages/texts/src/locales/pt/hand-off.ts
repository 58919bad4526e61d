import type { HandOffMessages } from '../../messages.ts';

/** The Portuguese texts of a hand-off to a phone. */
export const messages = {
  'handOff.offer': 'Usar o seu celular',
  'handOff.offerOther': 'Usar outro celular',
  'handOff.title': 'Continue com o seu celular',
  'handOff.lead': 'Aponte a câmera do seu celular para este código.',
  'handOff.code': 'Código QR com o endereço desta verificação',
  'handOff.number': 'O seu celular mostra o mesmo número:',
  'handOff.preparing': 'Preparando o código',
  'handOff.expired': 'Este código não é mais válido.',
  'handOff.failed': 'Não foi possível criar o código. Tente de novo.',
  'handOff.new': 'Mostrar um novo código',
  'handOff.here': 'Continuar aqui',
  'handOff.phone': 'A verificação continua no seu celular',
  'handOff.phoneText': 'Deixe esta página aberta. O resultado aparece aqui.',
  'handOff.at.document': 'Neste momento: fotos do seu documento',
  'handOff.at.selfie': 'Neste momento: fotos do seu rosto',
  'handOff.at.address': 'Neste momento: uma carta com o seu endereço',
  'handOff.at.card': 'Neste momento: fotos do seu cartão de pagamento',
  'handOff.at.evidence': 'Neste momento: os arquivos pedidos',
  'handOff.at.form': 'Neste momento: perguntas sobre você',
  'handOff.at.other': 'Neste momento: a próxima etapa',
  'handOff.at.checks': 'Neste momento: os seus dados estão sendo verificados',
  'handOff.step': 'Etapa {step} de {count}',
  'handOff.silent': 'O seu celular não responde',
  'handOff.silentText':
    'Abra de novo a verificação no celular. Você também pode continuar aqui ou com um novo código.',
} as const satisfies HandOffMessages<'one' | 'many' | 'other'>;
