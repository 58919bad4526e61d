import type { Platform } from '@vendor/contract';

/**
 * Tells what kind of device a browser runs on, from its User-Agent. The header itself is not kept. Safari on iPadOS says that it
 * is a Mac unless its user asks for the mobile site: it is WEB, as nothing in the header tells them apart.
 */
export function platformOf(userAgent: string): Platform {
  if (/Android/i.test(userAgent)) return 'ANDROID';
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'IOS';
  return 'WEB';
}
