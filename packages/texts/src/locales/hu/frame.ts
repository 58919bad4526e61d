import type { FrameMessages } from '../../messages.ts';

/** The Hungarian texts: “Ön”, „lent és fent” quotes; no suffixes after values, because the right vowel depends on the value. */
export const messages = {
  'frame.label': 'Személyazonosság ellenőrzése',
  'frame.back': 'Vissza',
  'frame.close': 'Bezárás',
  'frame.progress': 'Haladás',
  'frame.progressValue': '{share} kész',

  'loading.title': 'Előkészítés',

  'welcome.title': 'Igazolja személyazonosságát',
  'welcome.lead': '{requester} kéri, hogy igazolja személyazonosságát.',
  'welcome.leadUnnamed': 'Kérjük, igazolja személyazonosságát.',
  'welcome.document': 'Készítse elő az okmányát',
  'welcome.documentText': 'Az eredetit. Másolat vagy fénykép nem ellenőrizhető.',
  'welcome.camera': 'Készítsen róla éles képet',
  'welcome.selfie': 'Készítsen néhány képet az arcáról',
  'welcome.files': 'Készítse elő, amire szükség van',
  'welcome.filesText': 'A következő lépésben megmondjuk, mi az.',
  'welcome.filesCamera': 'Készítsen képet, vagy válasszon fájlt',
  'welcome.cameraText': 'A kamerát csak akkor kérjük, amikor kell, és segítünk.',
  'welcome.privacy': 'Adatait védjük',
  'welcome.privacyText': 'Titkosítva továbbítjuk és tároljuk őket.',
  'welcome.begin': 'Kezdés',
  'welcome.resumedTitle': 'Üdvözöljük újra',
  'welcome.resumedLead': 'Ott folytathatja, ahol abbahagyta.',
  'welcome.resume': 'Folytatás',

  'processing.title': 'Az okmány ellenőrzése',
  'processing.lead': 'Ezeket nézzük meg:',
  'processing.quality': 'Éles és teljes a kép?',
  'processing.lines': 'Összeillenek a nyomtatott sorok?',
  'processing.valid': 'Érvényes még az okmány?',
  'processing.selfie': 'A képek ellenőrzése',
  'processing.files': 'A beküldött fájlok ellenőrzése',
  'processing.data': 'Az adatok ellenőrzése',
  'processing.dataLead': 'Ez eltart egy kis ideig.',
  'processing.long': 'Ez kicsit tovább tart. Várhat, vagy ki is léphet: az eredmény nem vész el.',
  'processing.leave': 'Kilépés most',

  'result.success': 'Személyazonosságát igazoltuk',
  'result.successText': 'Elkészült. Az eredmény megérkezett az ellenőrzést kérő céghez.',
  'result.pending': 'Minden szükséges megvan',
  'result.pendingText': 'Az ellenőrzés kicsit tovább tart. Az eredményt az ellenőrzést kérő cég közli Önnel.',
  'result.failed': 'Személyazonosságát nem sikerült igazolni',
  'result.failedText': 'Az ellenőrzést kérő cég megkapta az eredményt, és megmondja, mi a teendő.',
  'result.unknown': 'Az ellenőrzést nem sikerült befejezni',
  'result.unknownText': 'Nem Ön a hibás. Az ellenőrzést kérő cég újat indíthat.',
  'result.done': 'Kész',

  'problem.session-expired': 'Az ellenőrzésre szánt idő lejárt',
  'problem.session-expiredText':
    'Válassza a „Bezárás” gombot, és kezdje újra. Amit elküldött, azt senki más nem látja.',
  'problem.capture-unavailable': 'A kamera nem töltődött be',
  'problem.capture-unavailableText':
    'Ellenőrizze a kapcsolatot, válassza a „Bezárás” gombot, töltse újra ezt az oldalt, és kezdje újra.',
  'problem.retry-limit': 'Amit elküldött, azt nem lehetett felhasználni',
  'problem.retry-limitText': 'Nincs több próbálkozás. A folytatásról az ellenőrzést kérő cégnél érdeklődjön.',
  'problem.general': 'Nálunk történt valami hiba',
  'problem.generalText':
    'Próbálja újra egy kis idő múlva. Ha megismétlődik, kérjen segítséget az alábbi kóddal.',
  'problem.taken-over': 'Máshol folytatta',
  'problem.taken-overText': 'Ez az ellenőrzés másik ablakban vagy eszközön van nyitva. Folytassa ott.',
  'problem.code': 'Kód az ügyfélszolgálathoz: {code}',
  'problem.tryAgain': 'Próbálja újra',
  'problem.close': 'Bezárás',

  'quit.title': 'Kilép az ellenőrzésből?',
  'quit.text': 'Személyazonosságát még nem igazoltuk. Egy ideig visszatérhet, és folytathatja.',
  'quit.stay': 'Maradok',
  'quit.leave': 'Kilépés',
} as const satisfies FrameMessages<'one' | 'other'>;

/** Loaders of the deferred parts. */
export const capture = () => import('./capture.ts');
export const selfie = () => import('./selfie.ts');
export const collect = () => import('./collect.ts');
export const form = () => import('./form.ts');
export const offer = () => import('./offer.ts');
export const handOff = () => import('./hand-off.ts');
