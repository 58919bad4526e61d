import type { HandOffMessages } from '../../messages.ts';

/** The Spanish texts of a hand-off to a phone. */
export const messages = {
  'handOff.offer': 'Usar su teléfono',
  'handOff.offerOther': 'Usar otro teléfono',
  'handOff.title': 'Continúe con su teléfono',
  'handOff.lead': 'Apunte la cámara de su teléfono a este código.',
  'handOff.code': 'Código QR con la dirección de esta verificación',
  'handOff.number': 'Su teléfono muestra el mismo número:',
  'handOff.preparing': 'Preparando el código',
  'handOff.expired': 'Este código ya no es válido.',
  'handOff.failed': 'No se pudo crear el código. Inténtelo de nuevo.',
  'handOff.new': 'Mostrar un código nuevo',
  'handOff.here': 'Continuar aquí',
  'handOff.phone': 'La verificación continúa en su teléfono',
  'handOff.phoneText': 'Deje abierta esta página. El resultado aparece aquí.',
  'handOff.at.document': 'En este momento: fotos de su documento',
  'handOff.at.selfie': 'En este momento: fotos de su cara',
  'handOff.at.address': 'En este momento: una carta con su dirección',
  'handOff.at.card': 'En este momento: fotos de su tarjeta de pago',
  'handOff.at.evidence': 'En este momento: los archivos que se han pedido',
  'handOff.at.form': 'En este momento: preguntas sobre usted',
  'handOff.at.other': 'En este momento: el paso siguiente',
  'handOff.at.checks': 'En este momento: se comprueban sus datos',
  'handOff.step': 'Paso {step} de {count}',
  'handOff.silent': 'Su teléfono no responde',
  'handOff.silentText':
    'Vuelva a abrir la verificación en su teléfono. También puede continuar aquí o con un código nuevo.',
} as const satisfies HandOffMessages<'one' | 'many' | 'other'>;
