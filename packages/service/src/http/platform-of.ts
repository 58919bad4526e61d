import type { Platform } from '@vendor/contract';

/**
 * Determines the platform of a browser from its User-Agent, which is not stored. Safari on iPadOS usually claims to be a Mac, and
 * then counts as WEB.
 */
export function platformOf(userAgent: string): Platform {
  if (/Android/i.test(userAgent)) return 'ANDROID';
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'IOS';
  return 'WEB';
}
