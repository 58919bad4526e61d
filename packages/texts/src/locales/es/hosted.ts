import type { HostedTexts } from '../../hosted.ts';

/** The Spanish texts of the service's own pages. */
export const hosted: HostedTexts = {
  window: {
    title: 'Verificación de identidad',
    starting: 'Un momento…',
    slow: 'Está tardando más de lo habitual. Si no ocurre nada, vuelva a cargar esta ventana.',
    withoutScript: {
      title: 'JavaScript está desactivado',
      text: 'La verificación de identidad necesita JavaScript para usar la cámara. Actívelo en los ajustes de su navegador y vuelva a cargar esta ventana.',
    },
    invalid: {
      title: 'Esta ventana ya no es válida',
      text: 'Vuelva a la página que la abrió e inicie allí de nuevo la verificación.',
    },
    elsewhere: {
      title: 'Ha continuado en otro lugar',
      text: 'La verificación sigue en otra ventana. Puede cerrar esta.',
    },
    over: { title: 'Puede cerrar esta ventana', text: 'Para continuar, vuelva a la página que la abrió.' },
    failed: {
      title: 'No se ha podido abrir la verificación',
      text: 'Compruebe su conexión a internet y vuelva a intentarlo.',
      again: 'Volver a intentarlo',
    },
  },
  link: {
    invalid: {
      title: 'Este enlace no funciona',
      text: 'Puede que le falte una parte. Vuelva a abrirlo desde el mensaje en el que lo recibió o pida uno nuevo a quien se lo envió.',
    },
    expired: {
      title: 'Este enlace ha caducado',
      text: 'Con él ya no se puede continuar la verificación. Pida uno nuevo a quien se lo envió.',
    },
    finished: {
      title: 'Esta verificación ha terminado',
      text: 'No tiene que hacer nada más aquí. Puede cerrar esta página.',
    },
    elsewhere: {
      title: 'Ha salido de la verificación',
      text: 'Para continuar donde lo dejó, vuelva a abrir el enlace que recibió.',
    },
    over: { title: 'Puede cerrar esta página', text: 'No tiene que hacer nada más aquí.' },
    app: {
      title: 'Volver a la aplicación',
      text: 'Si la aplicación no se ha abierto sola, ábrala aquí.',
      open: 'Abrir la aplicación',
    },
  },
  phone: {
    pairing: {
      title: 'Continuar con este teléfono',
      requester: 'Verificación de identidad para {requester}',
      text: 'Su ordenador muestra un número. ¿Es este?',
      confirm: 'Sí, continuar aquí',
      otherwise: 'Si muestra otro, o si usted no ha pedido esto, cierre esta página.',
    },
    invalid: {
      title: 'Este enlace ya no es válido',
      text: 'Sirve una sola vez y durante diez minutos. Pida un código nuevo en su ordenador.',
    },
    elsewhere: {
      title: 'La verificación no está en este teléfono',
      text: 'Continúa en otro lugar o se ha terminado en su ordenador. Puede cerrar esta página.',
    },
    over: {
      title: 'Ya no hay nada más que hacer aquí',
      text: 'Puede cerrar esta página y continuar en su ordenador.',
    },
  },
};
