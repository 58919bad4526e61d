import type { Platform } from '@vendor/contract';

/** What kind of device a browser runs on, from its User-Agent. The header itself is not kept. */
export function platformOf(userAgent: string): Platform {
  if (/Android/i.test(userAgent)) return 'ANDROID';
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'IOS';
  return 'WEB';
}
