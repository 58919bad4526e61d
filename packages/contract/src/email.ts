import { z } from 'zod';

/**
 * Maximum length of an address and of the part before the `@`, in bytes of UTF-8 (RFC 5321, sections 4.5.3.1.1 and 4.5.3.1.3).
 */
const maxBytes = { address: 254, localPart: 64 } as const;

/** Letters of the HTML standard's grammar, and all non-ASCII characters, as RFC 6531 adds them. */
const localLetters = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~\-\u{80}-\u{10FFFF}]+$/u;

/** A quoted part (RFC 5321, section 4.1.2), without blanks and `@`, which no mailbox in use contains. */
const quotedPart = /^"(?:[!#-?A-[\]-~\u{80}-\u{10FFFF}]|\\[!-?A-~])+"$/u;

/** A label of a domain: ASCII as in the HTML standard, or with letters of other scripts (RFC 6531, section 3.3). */
const label = /^(?!-)[a-zA-Z0-9\-\u{80}-\u{10FFFF}]+(?<!-)$/u;

/**
 * Characters that no address contains: controls, blanks, lone surrogates, noncharacters, invisible marks (except the joiners
 * that some scripts need), and lookalikes of the dot and the `@`.
 */
const forbiddenCharacters =
  /[\p{Cc}\p{Z}\p{Cs}\p{Noncharacter_Code_Point}\u{115F}\u{1160}\u{3164}\u{FFA0}\u{3002}\u{FF0E}\u{FF61}\u{FE52}\u{FF20}\u{FE6B}]|(?![\u{200C}\u{200D}])\p{Cf}/u;

/**
 * Returns whether a text has the form of an e-mail address, by the grammar of the HTML standard (`<input type=email>`) and, for
 * non-ASCII addresses, of RFC 6531. The e-mail check decides whether the address accepts mail and whether it is suspicious.
 */
export function isEmailAddress(text: string): boolean {
  const parts = text.split('@');
  const [localPart = '', domain = ''] = parts;
  if (parts.length !== 2 || forbiddenCharacters.test(text)) return false;
  if (byteLength(text) > maxBytes.address || byteLength(localPart) > maxBytes.localPart) return false;
  if (!localLetters.test(localPart) && !quotedPart.test(localPart)) return false;
  return domain.split('.').every((part) => label.test(part) && (part.length <= 63 || !isAscii(part)));
}

function isAscii(text: string): boolean {
  return byteLength(text) === text.length;
}

/** Returns the length of a text in UTF-8, in bytes. */
function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** An e-mail address, checked by {@link isEmailAddress}. */
export const emailSchema = z.stringFormat('idn-email', isEmailAddress, {
  error: 'must be an e-mail address',
});
