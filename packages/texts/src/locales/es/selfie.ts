import type { SelfieMessages } from '../../messages.ts';

/** The Spanish texts of a selfie. */
export const messages = {
  'selfie.title': 'Ahora muestre su cara',
  'selfie.lead': 'Así se comprueba que usted está aquí.',
  'selfie.face': 'Muestre toda la cara: sin mascarilla, gafas de sol ni gorra.',
  'selfie.light': 'La luz debe venir de frente.',
  'selfie.moves': 'Mire al frente, gire la cabeza y acérquese cuando se le pida.',
  'selfie.why': 'Su navegador pedirá la cámara. Toma fotos y un vídeo corto sin sonido.',

  'selfie.heading': 'Su cara en el óvalo',
  'pose.straight': 'Mire al frente',
  'pose.left': 'Gire la cabeza a la izquierda',
  'pose.right': 'Gire la cabeza a la derecha',
  'pose.closer': 'Acérquese',
  'pose.no-face': 'Coloque la cara en el óvalo',
  'pose.several-faces': 'Solo debe verse usted',
  'pose.too-dark': 'Busque más luz',
  'pose.too-far': 'Acérquese',
  'pose.too-near': 'Aléjese un poco',
  'pose.turn-further': 'Gire un poco más',
  'pose.turn-back': 'Gire un poco menos',
  'pose.hold-still': 'Bien. No se mueva',
  'selfie.timer': 'Disparador automático',
  'selfie.sending': 'Enviando sus fotos',

  'retry.FACE_NOT_FOUND': 'No se encontró su cara',
  'retry.FACE_NOT_FOUND.remedy':
    'Sostenga el dispositivo a la altura de los ojos y mantenga la cara en el óvalo.',
  'retry.FACES_MANY': 'Se ve más de una cara',
  'retry.FACES_MANY.remedy': 'Vaya donde no se vea a nadie más, ni siquiera en una imagen.',
  'retry.FACE_TOO_SMALL': 'Su cara está demasiado lejos',
  'retry.FACE_TOO_SMALL.remedy': 'Acérquese hasta que la cara llene el óvalo.',
  'retry.FACE_COVERED': 'Una parte de su cara está tapada',
  'retry.FACE_COVERED.remedy':
    'Quítese la mascarilla, las gafas de sol o la gorra y apártese el pelo de la cara.',
  'retry.FACE_TURNED_WRONG': 'Un movimiento no fue el pedido',
  'retry.FACE_TURNED_WRONG.remedy': 'Haga lo que dice la pantalla y quédese así hasta que se tome la foto.',
  'retry.SELFIE_STILL': 'No vimos ningún movimiento',
  'retry.SELFIE_STILL.remedy': 'Gire la cabeza y acérquese cuando se le pida.',
  'retry.SELFIE_TOO_FAST': 'Fue demasiado rápido',
  'retry.SELFIE_TOO_FAST.remedy': 'Tómese su tiempo para cada foto.',
  'selfie.IMAGE_TOO_SMALL': 'Las fotos son demasiado pequeñas',
  'selfie.IMAGE_TOO_SMALL.remedy': 'Use una cámara mejor, como la de un teléfono.',
  'selfie.IMAGE_UNREADABLE.remedy': 'Mire de nuevo a la cámara: se toman fotos nuevas.',
  'selfie.IMAGE_BLURRED.remedy': 'Limpie la lente y no se mueva mientras se toma la foto.',
} as const satisfies SelfieMessages<'one' | 'many' | 'other'>;
