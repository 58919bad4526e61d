import type { FrameMessages } from '../../messages.ts';

/** The Spanish texts: “usted”, and words that Spain and Latin America share. */
export const messages = {
  'frame.label': 'Verificación de identidad',
  'frame.back': 'Volver',
  'frame.close': 'Cerrar',
  'frame.progress': 'Progreso',
  'frame.progressValue': '{share} completado',

  'loading.title': 'Preparando todo',

  'welcome.title': 'Verifique su identidad',
  'welcome.lead': '{requester} le pide que confirme su identidad.',
  'welcome.leadUnnamed': 'Se le pide que confirme su identidad.',
  'welcome.document': 'Tenga su documento a mano',
  'welcome.documentText': 'El original. No se puede comprobar una copia ni una foto.',
  'welcome.camera': 'Tome una foto nítida',
  'welcome.selfie': 'Tome unas fotos de su cara',
  'welcome.files': 'Tenga a mano lo que necesita',
  'welcome.filesText': 'En el siguiente paso le decimos qué es.',
  'welcome.filesCamera': 'Tome una foto o elija un archivo',
  'welcome.cameraText': 'Le pediremos la cámara en su momento y le guiaremos.',
  'welcome.privacy': 'Sus datos están protegidos',
  'welcome.privacyText': 'Se envían y se guardan cifrados.',
  'welcome.begin': 'Empezar',
  'welcome.resumedTitle': 'Nos alegra que vuelva',
  'welcome.resumedLead': 'Puede continuar donde lo dejó.',
  'welcome.resume': 'Continuar',

  'processing.title': 'Comprobando su documento',
  'processing.lead': 'Esto es lo que miramos:',
  'processing.quality': '¿La foto es nítida y está completa?',
  'processing.lines': '¿Coinciden las líneas impresas?',
  'processing.valid': '¿El documento sigue vigente?',
  'processing.selfie': 'Comprobando sus fotos',
  'processing.files': 'Comprobando lo que ha enviado',
  'processing.data': 'Comprobando sus datos',
  'processing.dataLead': 'Esto tarda un momento.',
  'processing.long': 'Está tardando un poco más. Puede esperar o salir: el resultado no se pierde.',
  'processing.leave': 'Salir ahora',

  'result.success': 'Su identidad está confirmada',
  'result.successText': 'Ha terminado. La empresa que pidió la verificación tiene su resultado.',
  'result.pending': 'Tenemos todo lo necesario',
  'result.pendingText': 'La verificación tarda un poco más. La empresa que la pidió le dirá el resultado.',
  'result.failed': 'No se pudo confirmar su identidad',
  'result.failedText':
    'La empresa que pidió la verificación tiene el resultado y puede decirle qué hacer ahora.',
  'result.unknown': 'No se pudo terminar la verificación',
  'result.unknownText': 'No ha sido culpa suya. La empresa que la pidió puede iniciar otra.',
  'result.done': 'Listo',

  'problem.session-expired': 'Se acabó el tiempo de esta verificación',
  'problem.session-expiredText':
    'Pulse “Cerrar” y empiece de nuevo. Nada de lo que envió se muestra a nadie más.',
  'problem.capture-unavailable': 'No se pudo cargar la cámara',
  'problem.capture-unavailableText':
    'Compruebe su conexión, pulse “Cerrar”, vuelva a cargar esta página y empiece de nuevo.',
  'problem.retry-limit': 'No se pudo usar lo que ha enviado',
  'problem.retry-limitText':
    'No quedan intentos. Pregunte cómo seguir a la empresa que pide esta verificación.',
  'problem.general': 'Algo salió mal por nuestra parte',
  'problem.generalText':
    'Inténtelo de nuevo en un momento. Si vuelve a ocurrir, pida ayuda con el código de abajo.',
  'problem.taken-over': 'Ha continuado en otro lugar',
  'problem.taken-overText': 'Esta verificación está abierta en otra ventana o dispositivo. Continúe allí.',
  'problem.code': 'Código para soporte: {code}',
  'problem.tryAgain': 'Intentar de nuevo',
  'problem.close': 'Cerrar',

  'quit.title': '¿Salir de la verificación?',
  'quit.text': 'Su identidad aún no está confirmada. Durante un tiempo puede volver y continuar.',
  'quit.stay': 'Quedarse aquí',
  'quit.leave': 'Salir',
} as const satisfies FrameMessages<'one' | 'many' | 'other'>;

/** Loaders of the deferred parts. */
export const capture = () => import('./capture.ts');
export const selfie = () => import('./selfie.ts');
export const collect = () => import('./collect.ts');
export const form = () => import('./form.ts');
export const offer = () => import('./offer.ts');
export const handOff = () => import('./hand-off.ts');
