import type { OfferMessages } from '../../messages.ts';

export const messages = {
  'hosted.offered': 'Folytassa egy új ablakban',
  'hosted.offeredText': 'Ehhez az ellenőrzéshez külön ablak kell. Ez az oldal megvárja, amíg ott végez.',
  'hosted.open': 'Ablak megnyitása',
  'hosted.blocked': 'A böngészője letiltotta az ablakot',
  'hosted.blockedText': 'Engedélyezze az oldalnak az ablakok megnyitását, majd nyomja meg újra a gombot.',
  'hosted.failed': 'Az ablakot nem sikerült megnyitni',
  'hosted.failedText': 'Ellenőrizze a kapcsolatát, majd nyomja meg újra a gombot.',
  'hosted.opened': 'Folytassa a másik ablakban',
  'hosted.openedText': 'Ha ott végzett, ez az oldal magától folytatja. Ha az ablak eltűnt, nyissa meg újra.',
  'hosted.again': 'Ablak megnyitása újra',
} as const satisfies OfferMessages<'one' | 'other'>;
