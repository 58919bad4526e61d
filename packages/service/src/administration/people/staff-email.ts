import { domainToASCII } from 'node:url';
import { isEmailAddress } from '@vendor/contract';

/**
 * Normalises an e-mail address for comparison: lower case, domain in ASCII (IDNA). Refuses letters beyond ASCII before the `@`,
 * because some look like other letters or turn into them in lower case.
 *
 * @returns null for a text that is not an acceptable address.
 */
export function staffEmail(text: string): string | null {
  const trimmed = text.trim();
  if (!isEmailAddress(trimmed)) return null;
  const [localPart = '', domain = ''] = trimmed.split('@');
  if (!/^[\x21-\x7e]+$/.test(localPart)) return null;
  const ascii = domainToASCII(domain);
  return ascii === '' ? null : `${localPart.toLowerCase()}@${ascii.toLowerCase()}`;
}
