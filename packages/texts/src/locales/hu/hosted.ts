import type { HostedTexts } from '../../hosted.ts';

/** The Hungarian texts of the service's own pages. */
export const hosted: HostedTexts = {
  window: {
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
  link: {
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
  phone: {
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
};
