import { type PageWords, pageWords } from './words.ts';

/** What the page of a link says otherwise than a window does: nobody opened it but its user. */
type LinkWords = Pick<PageWords, 'invalid' | 'elsewhere' | 'over'>;

const own: Readonly<Record<string, LinkWords>> = {
  en: {
    invalid: {
      title: 'This link can’t be used any more',
      text: 'It has expired, or it is not complete. Ask whoever sent it to you for a new one.',
    },
    elsewhere: {
      title: 'You have left the check',
      text: 'To go on where you stopped, open the link again that was sent to you.',
    },
    over: { title: 'You can close this page', text: 'There is nothing more for you to do here.' },
  },
  de: {
    invalid: {
      title: 'Dieser Link ist nicht mehr gültig',
      text: 'Er ist abgelaufen oder unvollständig. Bitten Sie die Stelle, die ihn gesandt hat, um einen neuen.',
    },
    elsewhere: {
      title: 'Sie haben die Prüfung verlassen',
      text: 'Um dort fortzufahren, wo Sie aufgehört haben, öffnen Sie den Link, den Sie erhalten haben, erneut.',
    },
    over: { title: 'Sie können diese Seite schließen', text: 'Hier ist für Sie nichts mehr zu tun.' },
  },
  es: {
    invalid: {
      title: 'Este enlace ya no es válido',
      text: 'Ha caducado o está incompleto. Pida uno nuevo a quien se lo envió.',
    },
    elsewhere: {
      title: 'Ha salido de la verificación',
      text: 'Para continuar donde lo dejó, vuelva a abrir el enlace que recibió.',
    },
    over: { title: 'Puede cerrar esta página', text: 'No tiene que hacer nada más aquí.' },
  },
  fr: {
    invalid: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a expiré ou il est incomplet. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    },
    elsewhere: {
      title: 'Vous avez quitté la vérification',
      text: 'Pour reprendre là où vous vous êtes arrêté, ouvrez à nouveau le lien que vous avez reçu.',
    },
    over: { title: 'Vous pouvez fermer cette page', text: 'Vous n’avez plus rien à faire ici.' },
  },
  it: {
    invalid: {
      title: 'Questo link non è più valido',
      text: 'È scaduto o incompleto. Ne chieda uno nuovo a chi glielo ha inviato.',
    },
    elsewhere: {
      title: 'Ha lasciato la verifica',
      text: 'Per riprendere da dove si è interrotto, apra di nuovo il link che ha ricevuto.',
    },
    over: { title: 'Può chiudere questa pagina', text: 'Qui non c’è altro da fare.' },
  },
  pt: {
    invalid: {
      title: 'Esta ligação já não é válida',
      text: 'Expirou ou está incompleta. Peça uma nova a quem lha enviou.',
    },
    elsewhere: {
      title: 'Saiu da verificação',
      text: 'Para continuar onde parou, abra novamente a ligação que recebeu.',
    },
    over: { title: 'Pode fechar esta página', text: 'Não precisa de fazer mais nada aqui.' },
  },
  hu: {
    invalid: {
      title: 'Ez a hivatkozás már nem érvényes',
      text: 'Lejárt vagy hiányos. Kérjen újat attól, akitől kapta.',
    },
    elsewhere: {
      title: 'Kilépett az ellenőrzésből',
      text: 'Ha onnan szeretné folytatni, ahol abbahagyta, nyissa meg újra a kapott hivatkozást.',
    },
    over: { title: 'Bezárhatja ezt az oldalt', text: 'Itt nincs több teendője.' },
  },
  ar: {
    invalid: {
      title: 'لم يعد هذا الرابط صالحًا',
      text: 'انتهت صلاحيته أو أنه غير مكتمل. اطلب رابطًا جديدًا ممن أرسله إليك.',
    },
    elsewhere: {
      title: 'لقد غادرت التحقق',
      text: 'للمتابعة من حيث توقفت، افتح مرة أخرى الرابط الذي وصلك.',
    },
    over: { title: 'يمكنك إغلاق هذه الصفحة', text: 'ليس عليك فعل أي شيء آخر هنا.' },
  },
  zh: {
    invalid: {
      title: '此链接已失效',
      text: '链接已过期或不完整。请您向发送者索取新的链接。',
    },
    elsewhere: {
      title: '您已离开验证',
      text: '如需从停下的地方继续，请您重新打开收到的链接。',
    },
    over: { title: '您可以关闭此页面', text: '您在此无需再做任何操作。' },
  },
};

/** One set of words for each language of the flow. */
export const linkWords: ReadonlyMap<string, PageWords> = new Map(
  [...pageWords].map(([language, words]) => [language, { ...words, ...own[language] }]),
);
