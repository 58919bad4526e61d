import { domainToASCII } from 'node:url';
import { isEmailAddress } from '@vendor/contract';

/**
 * The form by which e-mail addresses of people are compared: in lower case, the domain in ASCII (IDNA). In front of the `@` letters
 * beyond ASCII are refused, because some look like others, and become others in lower case.
 *
 * @returns null for what is no such address.
 */
export function staffEmail(text: string): string | null {
  const trimmed = text.trim();
  if (!isEmailAddress(trimmed)) return null;
  const [localPart = '', domain = ''] = trimmed.split('@');
  if (!/^[\x21-\x7e]+$/.test(localPart)) return null;
  const ascii = domainToASCII(domain);
  return ascii === '' ? null : `${localPart.toLowerCase()}@${ascii.toLowerCase()}`;
}
