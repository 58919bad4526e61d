import { type PageWords, pageWords } from './words.ts';

/** Words of the page of a phone that differ from those of a window, and the question its user answers before anything begins. */
interface PhoneWords extends Pick<PageWords, 'invalid' | 'elsewhere' | 'over'> {
  readonly pairing: NonNullable<PageWords['pairing']>;
}

const own: Readonly<Record<string, PhoneWords>> = {
  en: {
    pairing: {
      title: 'Go on with this phone',
      requester: 'Identity check for {requester}',
      text: 'Your computer shows a number. Is it this one?',
      confirm: 'Yes, go on here',
      otherwise: 'If it shows another one, or you did not ask for this, close this page.',
    },
    invalid: {
      title: 'This link can’t be used any more',
      text: 'It works once, and for ten minutes. Let your computer show a new code.',
    },
    elsewhere: {
      title: 'The check is not on this phone',
      text: 'It goes on elsewhere, or was ended on your computer. You can close this page.',
    },
    over: {
      title: 'Nothing more to do here',
      text: 'You can close this page and go on at your computer.',
    },
  },
  de: {
    pairing: {
      title: 'Mit diesem Telefon fortfahren',
      requester: 'Identitätsprüfung für {requester}',
      text: 'Ihr Computer zeigt eine Zahl. Ist es diese?',
      confirm: 'Ja, hier fortfahren',
      otherwise: 'Zeigt er eine andere oder haben Sie das nicht angefordert, schließen Sie diese Seite.',
    },
    invalid: {
      title: 'Dieser Link ist nicht mehr gültig',
      text: 'Er gilt einmal und zehn Minuten lang. Lassen Sie Ihren Computer einen neuen Code zeigen.',
    },
    elsewhere: {
      title: 'Die Prüfung läuft nicht auf diesem Telefon',
      text: 'Sie geht anderswo weiter oder wurde am Computer beendet. Sie können diese Seite schließen.',
    },
    over: {
      title: 'Hier ist nichts mehr zu tun',
      text: 'Sie können diese Seite schließen und am Computer weitermachen.',
    },
  },
  es: {
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
  fr: {
    pairing: {
      title: 'Continuer avec ce téléphone',
      requester: 'Vérification d’identité pour {requester}',
      text: 'Votre ordinateur affiche un numéro. Est-ce celui-ci ?',
      confirm: 'Oui, continuer ici',
      otherwise: 'S’il en affiche un autre, ou si vous n’avez rien demandé, fermez cette page.',
    },
    invalid: {
      title: 'Ce lien n’est plus valable',
      text: 'Il sert une seule fois, pendant dix minutes. Affichez un nouveau code sur votre ordinateur.',
    },
    elsewhere: {
      title: 'La vérification n’est pas sur ce téléphone',
      text: 'Elle se poursuit ailleurs ou a pris fin sur votre ordinateur. Vous pouvez fermer cette page.',
    },
    over: {
      title: 'Vous n’avez plus rien à faire ici',
      text: 'Vous pouvez fermer cette page et continuer sur votre ordinateur.',
    },
  },
  it: {
    pairing: {
      title: 'Continuare con questo telefono',
      requester: 'Verifica dell’identità per {requester}',
      text: 'Il suo computer mostra un numero. È questo?',
      confirm: 'Sì, continuare qui',
      otherwise: 'Se ne mostra un altro, o se non ha chiesto nulla, chiuda questa pagina.',
    },
    invalid: {
      title: 'Questo link non è più valido',
      text: 'Vale una sola volta e per dieci minuti. Faccia mostrare al computer un nuovo codice.',
    },
    elsewhere: {
      title: 'La verifica non è su questo telefono',
      text: 'Continua altrove o è stata conclusa sul computer. Può chiudere questa pagina.',
    },
    over: {
      title: 'Qui non c’è altro da fare',
      text: 'Può chiudere questa pagina e continuare sul computer.',
    },
  },
  pt: {
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
  hu: {
    pairing: {
      title: 'Folytatás ezen a telefonon',
      requester: 'Személyazonosság-ellenőrzés: {requester}',
      text: 'A számítógépe egy számot mutat. Ez az?',
      confirm: 'Igen, itt folytatom',
      otherwise: 'Ha mást mutat, vagy nem Ön kérte ezt, zárja be ezt az oldalt.',
    },
    invalid: {
      title: 'Ez a hivatkozás már nem érvényes',
      text: 'Egyszer használható, tíz percig. Kérjen új kódot a számítógépén.',
    },
    elsewhere: {
      title: 'Az ellenőrzés nem ezen a telefonon folyik',
      text: 'Máshol folytatódik, vagy a számítógépen befejezték. Ezt az oldalt bezárhatja.',
    },
    over: {
      title: 'Itt nincs több teendője',
      text: 'Bezárhatja ezt az oldalt, és folytathatja a számítógépén.',
    },
  },
  ar: {
    pairing: {
      title: 'المتابعة على هذا الهاتف',
      requester: 'التحقق من الهوية لصالح {requester}',
      text: 'يعرض حاسوبك رقمًا. هل هو هذا؟',
      confirm: 'نعم، المتابعة هنا',
      otherwise: 'إذا كان يعرض رقمًا آخر، أو لم تطلب ذلك، فأغلق هذه الصفحة.',
    },
    invalid: {
      title: 'لم يعد هذا الرابط صالحًا',
      text: 'يعمل مرة واحدة ولمدة عشر دقائق. اطلب رمزًا جديدًا على حاسوبك.',
    },
    elsewhere: {
      title: 'التحقق ليس على هذا الهاتف',
      text: 'إنه مستمر في مكان آخر أو أُنهي على حاسوبك. يمكنك إغلاق هذه الصفحة.',
    },
    over: {
      title: 'لم يبق شيء تفعله هنا',
      text: 'يمكنك إغلاق هذه الصفحة والمتابعة على حاسوبك.',
    },
  },
  zh: {
    pairing: {
      title: '在此手机上继续',
      requester: '{requester} 的身份验证',
      text: '您的电脑上显示一个数字，是这个吗？',
      confirm: '是，在此继续',
      otherwise: '如果数字不同，或者这不是您发起的，请您关闭此页面。',
    },
    invalid: {
      title: '此链接已失效',
      text: '链接只能使用一次，十分钟内有效。请您在电脑上获取新的二维码。',
    },
    elsewhere: {
      title: '验证不在此手机上进行',
      text: '验证正在别处继续，或已在电脑上结束。您可以关闭此页面。',
    },
    over: {
      title: '此处无需再做任何操作',
      text: '您可以关闭此页面，在电脑上继续。',
    },
  },
};

/** One set of words for each language of the flow. */
export const phoneWords: ReadonlyMap<string, PageWords> = new Map(
  [...pageWords].map(([language, words]) => [language, { ...words, ...own[language] }]),
);
