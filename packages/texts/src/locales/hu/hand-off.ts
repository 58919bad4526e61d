import type { HandOffMessages } from '../../messages.ts';

/** The Hungarian texts of a hand-off to a phone. */
export const messages = {
  'handOff.offer': 'Inkább a telefonomat használom',
  'handOff.offerOther': 'Másik telefon használata',
  'handOff.title': 'Folytassa a telefonjával',
  'handOff.lead': 'Irányítsa a telefonja kameráját erre a kódra.',
  'handOff.code': 'QR-kód ennek az ellenőrzésnek a címével',
  'handOff.number': 'A telefonja ugyanezt a számot mutatja:',
  'handOff.preparing': 'A kód előkészítése',
  'handOff.expired': 'Ez a kód már nem érvényes.',
  'handOff.failed': 'A kódot nem sikerült létrehozni. Kérjük, próbálja újra.',
  'handOff.new': 'Új kód megjelenítése',
  'handOff.here': 'Inkább itt folytatom',
  'handOff.phone': 'Az ellenőrzés a telefonján folytatódik',
  'handOff.phoneText': 'Hagyja nyitva ezt az oldalt. Az eredmény itt jelenik meg.',
  'handOff.at.document': 'Jelenleg: képek az okmányáról',
  'handOff.at.selfie': 'Jelenleg: képek az arcáról',
  'handOff.at.address': 'Jelenleg: levél az Ön címével',
  'handOff.at.card': 'Jelenleg: képek a bankkártyájáról',
  'handOff.at.evidence': 'Jelenleg: a kért fájlok',
  'handOff.at.form': 'Jelenleg: kérdések Önről',
  'handOff.at.other': 'Jelenleg: a következő lépés',
  'handOff.at.checks': 'Jelenleg: az adatai ellenőrzése',
  'handOff.step': '{step}. lépés, összesen {count}',
  'handOff.silent': 'A telefonja nem válaszol',
  'handOff.silentText': 'Nyissa meg újra az ellenőrzést a telefonján. Folytathatja itt vagy új kóddal is.',
} as const satisfies HandOffMessages<'one' | 'other'>;
