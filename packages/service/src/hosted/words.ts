/** Words that a hosted page shows by itself, before the flow speaks and where it cannot. */
export interface PageWords {
  readonly direction?: 'rtl';
  readonly title: string;
  readonly starting: string;
  /** Shown when nothing has happened for some seconds. */
  readonly slow: string;
  readonly withoutScript: { readonly title: string; readonly text: string };
  readonly invalid: { readonly title: string; readonly text: string };
  readonly elsewhere: { readonly title: string; readonly text: string };
  readonly over: { readonly title: string; readonly text: string };
  readonly failed: { readonly title: string; readonly text: string; readonly again: string };
  /** Of a link that was once good, and whose journey ended without a result. Who does not know its secret is told `invalid`. */
  readonly expired?: { readonly title: string; readonly text: string };
  /** Of a link whose journey has its result. */
  readonly finished?: { readonly title: string; readonly text: string };
  /** Of a link that has sent its user on to an app, which browsers may open only for a user who asks. */
  readonly app?: { readonly title: string; readonly text: string; readonly open: string };
  /** Asked of a phone that is to go on for a computer, before it does. */
  readonly pairing?: {
    readonly title: string;
    /** `{requester}` is who asks for the verification. */
    readonly requester: string;
    /** Above the number that both devices show. */
    readonly text: string;
    readonly confirm: string;
    readonly otherwise: string;
  };
}

const english: PageWords = {
  title: 'Identity check',
  starting: 'One moment…',
  slow: 'This takes longer than usual. If nothing happens, reload this window.',
  withoutScript: {
    title: 'JavaScript is turned off',
    text: 'The identity check needs JavaScript for the camera. Turn it on in your browser’s settings and reload this window.',
  },
  invalid: {
    title: 'This window can’t be used any more',
    text: 'Go back to the page that opened it and start the check there again.',
  },
  elsewhere: {
    title: 'You went on elsewhere',
    text: 'The check goes on in another window. You can close this one.',
  },
  over: {
    title: 'You can close this window',
    text: 'To go on, return to the page that opened it.',
  },
  failed: {
    title: 'The check could not be opened',
    text: 'Look at your internet connection, then try again.',
    again: 'Try again',
  },
};

/** One set of words for each language of the flow. */
export const pageWords: ReadonlyMap<string, PageWords> = new Map<string, PageWords>([
  ['en', english],
  [
    'de',
    {
      title: 'Identitätsprüfung',
      starting: 'Einen Moment …',
      slow: 'Das dauert länger als sonst. Wenn nichts geschieht, laden Sie dieses Fenster neu.',
      withoutScript: {
        title: 'JavaScript ist ausgeschaltet',
        text: 'Die Identitätsprüfung braucht JavaScript für die Kamera. Schalten Sie es in den Einstellungen Ihres Browsers ein und laden Sie dieses Fenster neu.',
      },
      invalid: {
        title: 'Dieses Fenster ist nicht mehr gültig',
        text: 'Gehen Sie zurück zu der Seite, die es geöffnet hat, und starten Sie die Prüfung dort erneut.',
      },
      elsewhere: {
        title: 'Sie haben anderswo weitergemacht',
        text: 'Die Prüfung läuft in einem anderen Fenster weiter. Dieses können Sie schließen.',
      },
      over: {
        title: 'Sie können dieses Fenster schließen',
        text: 'Um fortzufahren, kehren Sie zu der Seite zurück, die es geöffnet hat.',
      },
      failed: {
        title: 'Die Prüfung ließ sich nicht öffnen',
        text: 'Prüfen Sie Ihre Internetverbindung und versuchen Sie es dann erneut.',
        again: 'Erneut versuchen',
      },
    },
  ],
  [
    'es',
    {
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
      over: {
        title: 'Puede cerrar esta ventana',
        text: 'Para continuar, vuelva a la página que la abrió.',
      },
      failed: {
        title: 'No se ha podido abrir la verificación',
        text: 'Compruebe su conexión a internet y vuelva a intentarlo.',
        again: 'Volver a intentarlo',
      },
    },
  ],
  [
    'fr',
    {
      title: 'Vérification d’identité',
      starting: 'Un instant…',
      slow: 'Cela prend plus de temps que d’habitude. Si rien ne se passe, rechargez cette fenêtre.',
      withoutScript: {
        title: 'JavaScript est désactivé',
        text: 'La vérification d’identité a besoin de JavaScript pour utiliser la caméra. Activez-le dans les réglages de votre navigateur, puis rechargez cette fenêtre.',
      },
      invalid: {
        title: 'Cette fenêtre n’est plus valable',
        text: 'Retournez à la page qui l’a ouverte et recommencez-y la vérification.',
      },
      elsewhere: {
        title: 'Vous avez continué ailleurs',
        text: 'La vérification se poursuit dans une autre fenêtre. Vous pouvez fermer celle-ci.',
      },
      over: {
        title: 'Vous pouvez fermer cette fenêtre',
        text: 'Pour continuer, retournez à la page qui l’a ouverte.',
      },
      failed: {
        title: 'La vérification n’a pas pu s’ouvrir',
        text: 'Vérifiez votre connexion internet, puis réessayez.',
        again: 'Réessayer',
      },
    },
  ],
  [
    'it',
    {
      title: 'Verifica dell’identità',
      starting: 'Un momento…',
      slow: 'Ci vuole più tempo del solito. Se non succede nulla, ricarichi questa finestra.',
      withoutScript: {
        title: 'JavaScript è disattivato',
        text: 'La verifica dell’identità ha bisogno di JavaScript per usare la fotocamera. Lo attivi nelle impostazioni del browser e ricarichi questa finestra.',
      },
      invalid: {
        title: 'Questa finestra non è più valida',
        text: 'Torni alla pagina che l’ha aperta e avvii lì di nuovo la verifica.',
      },
      elsewhere: {
        title: 'Ha proseguito altrove',
        text: 'La verifica continua in un’altra finestra. Può chiudere questa.',
      },
      over: {
        title: 'Può chiudere questa finestra',
        text: 'Per proseguire, torni alla pagina che l’ha aperta.',
      },
      failed: {
        title: 'Non è stato possibile aprire la verifica',
        text: 'Controlli la connessione a internet e riprovi.',
        again: 'Riprova',
      },
    },
  ],
  [
    'pt',
    {
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
      over: {
        title: 'Você pode fechar esta janela',
        text: 'Para continuar, volte à página que a abriu.',
      },
      failed: {
        title: 'Não foi possível abrir a verificação',
        text: 'Verifique a conexão com a internet e tente de novo.',
        again: 'Tentar de novo',
      },
    },
  ],
  [
    'hu',
    {
      title: 'Személyazonosság-ellenőrzés',
      starting: 'Egy pillanat…',
      slow: 'Ez a szokásosnál tovább tart. Ha nem történik semmi, töltse be újra ezt az ablakot.',
      withoutScript: {
        title: 'A JavaScript ki van kapcsolva',
        text: 'A személyazonosság ellenőrzéséhez a kamera miatt JavaScript szükséges. Kapcsolja be a böngésző beállításaiban, majd töltse be újra ezt az ablakot.',
      },
      invalid: {
        title: 'Ez az ablak már nem érvényes',
        text: 'Térjen vissza arra az oldalra, amely megnyitotta, és indítsa el ott újra az ellenőrzést.',
      },
      elsewhere: {
        title: 'Ön máshol folytatta',
        text: 'Az ellenőrzés egy másik ablakban folytatódik. Ezt bezárhatja.',
      },
      over: {
        title: 'Bezárhatja ezt az ablakot',
        text: 'A folytatáshoz térjen vissza arra az oldalra, amely megnyitotta.',
      },
      failed: {
        title: 'Az ellenőrzést nem sikerült megnyitni',
        text: 'Ellenőrizze az internetkapcsolatát, majd próbálja újra.',
        again: 'Újrapróbálás',
      },
    },
  ],
  [
    'ar',
    {
      direction: 'rtl',
      title: 'التحقق من الهوية',
      starting: 'لحظة من فضلك…',
      slow: 'يستغرق الأمر وقتاً أطول من المعتاد. إذا لم يحدث شيء، أعد تحميل هذه النافذة.',
      withoutScript: {
        title: 'جافا سكريبت متوقفة',
        text: 'يحتاج التحقق من الهوية إلى جافا سكريبت لاستخدام الكاميرا. فعّلها من إعدادات المتصفح ثم أعد تحميل هذه النافذة.',
      },
      invalid: {
        title: 'لم تعد هذه النافذة صالحة',
        text: 'ارجع إلى الصفحة التي فتحتها وابدأ التحقق منها من جديد.',
      },
      elsewhere: {
        title: 'لقد تابعت في مكان آخر',
        text: 'يستمر التحقق في نافذة أخرى. يمكنك إغلاق هذه النافذة.',
      },
      over: {
        title: 'يمكنك إغلاق هذه النافذة',
        text: 'للمتابعة، ارجع إلى الصفحة التي فتحتها.',
      },
      failed: {
        title: 'تعذّر فتح التحقق',
        text: 'تحقق من اتصالك بالإنترنت ثم حاول مرة أخرى.',
        again: 'حاول مرة أخرى',
      },
    },
  ],
  [
    'zh',
    {
      title: '身份验证',
      starting: '请稍候…',
      slow: '所需时间比平时长。如果没有反应，请重新加载此窗口。',
      withoutScript: {
        title: 'JavaScript 已关闭',
        text: '身份验证需要 JavaScript 才能使用摄像头。请您在浏览器设置中将其开启，然后重新加载此窗口。',
      },
      invalid: {
        title: '此窗口已失效',
        text: '请您返回打开此窗口的页面，在那里重新开始验证。',
      },
      elsewhere: {
        title: '您已在别处继续',
        text: '验证正在另一个窗口中进行。您可以关闭此窗口。',
      },
      over: {
        title: '您可以关闭此窗口',
        text: '如需继续，请返回打开此窗口的页面。',
      },
      failed: {
        title: '无法打开验证',
        text: '请您检查网络连接，然后重试。',
        again: '重试',
      },
    },
  ],
]);
