import { type PageWords, pageWords } from './words.ts';

/** Words of the page of a link that differ from those of a window: nobody opened it but its user. */
type LinkWords = Pick<PageWords, 'invalid' | 'elsewhere' | 'over'> &
  Required<Pick<PageWords, 'expired' | 'finished' | 'app'>>;

const own: Readonly<Record<string, LinkWords>> = {
  en: {
    invalid: {
      title: 'This link doesn’t work',
      text: 'Part of it may be missing. Open it again from the message it came in, or ask whoever sent it to you for a new one.',
    },
    expired: {
      title: 'This link has expired',
      text: 'The check can’t be continued with it. Ask whoever sent it to you for a new one.',
    },
    finished: {
      title: 'This check is finished',
      text: 'There is nothing more for you to do here. You can close this page.',
    },
    elsewhere: {
      title: 'You have left the check',
      text: 'To go on where you stopped, open the link again that was sent to you.',
    },
    over: { title: 'You can close this page', text: 'There is nothing more for you to do here.' },
    app: {
      title: 'Back to the app',
      text: 'If the app did not open by itself, open it here.',
      open: 'Open the app',
    },
  },
  de: {
    invalid: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Vielleicht fehlt ein Teil davon. Öffnen Sie ihn erneut aus der Nachricht, mit der er kam, oder bitten Sie die Stelle, die ihn gesandt hat, um einen neuen.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Mit ihm lässt sich die Prüfung nicht fortsetzen. Bitten Sie die Stelle, die ihn gesandt hat, um einen neuen.',
    },
    finished: {
      title: 'Diese Prüfung ist abgeschlossen',
      text: 'Hier ist für Sie nichts mehr zu tun. Sie können diese Seite schließen.',
    },
    elsewhere: {
      title: 'Sie haben die Prüfung verlassen',
      text: 'Um dort fortzufahren, wo Sie aufgehört haben, öffnen Sie den Link, den Sie erhalten haben, erneut.',
    },
    over: { title: 'Sie können diese Seite schließen', text: 'Hier ist für Sie nichts mehr zu tun.' },
    app: {
      title: 'Zurück zur App',
      text: 'Wenn sich die App nicht von selbst geöffnet hat, öffnen Sie sie hier.',
      open: 'App öffnen',
    },
  },
  es: {
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
  fr: {
    invalid: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il en manque peut-être une partie. Ouvrez-le à nouveau depuis le message reçu ou demandez-en un nouveau à la personne qui vous l’a envoyé.',
    },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Il ne permet plus de poursuivre la vérification. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    },
    finished: {
      title: 'Cette vérification est terminée',
      text: 'Vous n’avez plus rien à faire ici. Vous pouvez fermer cette page.',
    },
    elsewhere: {
      title: 'Vous avez quitté la vérification',
      text: 'Pour reprendre là où vous en étiez, ouvrez à nouveau le lien que vous avez reçu.',
    },
    over: { title: 'Vous pouvez fermer cette page', text: 'Vous n’avez plus rien à faire ici.' },
    app: {
      title: 'Retour à l’application',
      text: 'Si l’application ne s’est pas ouverte d’elle-même, ouvrez-la ici.',
      open: 'Ouvrir l’application',
    },
  },
  it: {
    invalid: {
      title: 'Questo link non funziona',
      text: 'Forse ne manca una parte. Lo apra di nuovo dal messaggio che ha ricevuto oppure ne chieda uno nuovo a chi glielo ha inviato.',
    },
    expired: {
      title: 'Questo link è scaduto',
      text: 'Non permette più di continuare la verifica. Ne chieda uno nuovo a chi glielo ha inviato.',
    },
    finished: {
      title: 'Questa verifica è conclusa',
      text: 'Qui non c’è altro da fare. Può chiudere questa pagina.',
    },
    elsewhere: {
      title: 'Ha lasciato la verifica',
      text: 'Per riprendere da dove ha interrotto, apra di nuovo il link che ha ricevuto.',
    },
    over: { title: 'Può chiudere questa pagina', text: 'Qui non c’è altro da fare.' },
    app: {
      title: 'Torni all’app',
      text: 'Se l’app non si è aperta da sola, la apra qui.',
      open: 'Apra l’app',
    },
  },
  pt: {
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
  hu: {
    invalid: {
      title: 'Ez a hivatkozás nem működik',
      text: 'Lehet, hogy hiányzik egy része. Nyissa meg újra a kapott üzenetből, vagy kérjen újat attól, akitől kapta.',
    },
    expired: {
      title: 'Ez a hivatkozás lejárt',
      text: 'Az ellenőrzés már nem folytatható vele. Kérjen újat attól, akitől kapta.',
    },
    finished: {
      title: 'Ez az ellenőrzés befejeződött',
      text: 'Itt nincs több teendője. Bezárhatja ezt az oldalt.',
    },
    elsewhere: {
      title: 'Kilépett az ellenőrzésből',
      text: 'Ha onnan szeretné folytatni, ahol abbahagyta, nyissa meg újra a kapott hivatkozást.',
    },
    over: { title: 'Bezárhatja ezt az oldalt', text: 'Itt nincs több teendője.' },
    app: {
      title: 'Vissza az alkalmazásba',
      text: 'Ha az alkalmazás nem nyílt meg magától, nyissa meg itt.',
      open: 'Alkalmazás megnyitása',
    },
  },
  ar: {
    invalid: {
      title: 'هذا الرابط لا يعمل',
      text: 'قد يكون جزء منه ناقصًا. افتحه مرة أخرى من الرسالة التي وصلك فيها، أو اطلب رابطًا جديدًا ممن أرسله إليك.',
    },
    expired: {
      title: 'انتهت صلاحية هذا الرابط',
      text: 'لم يعد بالإمكان متابعة التحقق من خلاله. اطلب رابطًا جديدًا ممن أرسله إليك.',
    },
    finished: {
      title: 'اكتمل هذا التحقق',
      text: 'ليس عليك فعل أي شيء آخر هنا. يمكنك إغلاق هذه الصفحة.',
    },
    elsewhere: {
      title: 'لقد غادرت التحقق',
      text: 'للمتابعة من حيث توقفت، افتح مرة أخرى الرابط الذي وصلك.',
    },
    over: { title: 'يمكنك إغلاق هذه الصفحة', text: 'ليس عليك فعل أي شيء آخر هنا.' },
    app: {
      title: 'العودة إلى التطبيق',
      text: 'إذا لم يُفتح التطبيق تلقائيًا، فافتحه من هنا.',
      open: 'فتح التطبيق',
    },
  },
  zh: {
    invalid: {
      title: '此链接无法打开',
      text: '链接可能不完整。请您从收到的消息中重新打开，或向发送者索取新的链接。',
    },
    expired: {
      title: '此链接已过期',
      text: '无法再通过此链接继续验证。请您向发送者索取新的链接。',
    },
    finished: {
      title: '此验证已完成',
      text: '您在此无需再做任何操作，可以关闭此页面。',
    },
    elsewhere: {
      title: '您已离开验证',
      text: '如需从停下的地方继续，请您重新打开收到的链接。',
    },
    over: { title: '您可以关闭此页面', text: '您在此无需再做任何操作。' },
    app: { title: '返回应用', text: '如果应用没有自动打开，请您在此打开。', open: '打开应用' },
  },
};

/** One set of words for each language of the flow. */
export const linkWords: ReadonlyMap<string, PageWords> = new Map(
  [...pageWords].map(([language, words]) => [language, { ...words, ...own[language] }]),
);
