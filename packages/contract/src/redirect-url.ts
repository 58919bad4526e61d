import { z } from 'zod';

/**
 * Schemes to which users are never redirected: they run code, read files or pages, or open an app together with a fallback
 * address.
 */
export const forbiddenSchemes = [
  ...[
    'javascript',
    'vbscript',
    'livescript',
    'data',
    'blob',
    'file',
    'filesystem',
    'about',
    'view-source',
    'jar',
  ],
  ...['intent', 'android-app', 'chrome', 'chrome-extension', 'moz-extension', 'resource', 'ws', 'wss', 'ftp'],
] as const;

const maxUrlLength = 2048;

/** Characters that no address contains: programs strip or convert them, each in a different way. */
const forbiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\<>"^`{|}]/u;

/** Scheme and optional authority (RFC 3986, appendix B). */
const parts = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?/i;

const isWeb = (scheme: string) => scheme === 'http' || scheme === 'https';

/** Returns the scheme of an address in lower case; null if the text does not begin with one. */
export function parseScheme(text: string): string | null {
  return parts.exec(text)?.[1]?.toLowerCase() ?? null;
}

/** Returns whether an app may use a scheme: well-formed (RFC 3986, section 3.1), not the web's and not forbidden. */
export function isAppScheme(scheme: string): boolean {
  const isForbidden = (forbiddenSchemes as readonly string[]).includes(scheme);
  return /^[a-z][a-z0-9+.-]{0,63}$/.test(scheme) && !isWeb(scheme) && !isForbidden;
}

/** Returns why a user cannot be redirected to an address, whatever app schemes the account allows; null if they can. */
export function redirectFault(text: string): string | null {
  const scheme = parseScheme(text);
  const authority = parts.exec(text)?.[2];
  if (scheme === null) return 'must be an absolute URL, such as https://shop.example/done';
  if (text.length > maxUrlLength) return `must have at most ${maxUrlLength} characters`;
  if (forbiddenCharacters.test(text))
    return 'must not contain blanks, control characters, backslashes or other characters that URLs cannot have';
  if (!isWeb(scheme) && !isAppScheme(scheme))
    return `has the scheme ${scheme.slice(0, 64)}, which is never allowed`;
  if (authority?.includes('@')) return 'must not contain a user name or password';
  if (isWeb(scheme) && !z.url({ hostname: /./, protocol: /^https?$/ }).safeParse(text).success)
    return 'must be an absolute http or https URL';
  return isWeb(scheme) && !authority ? 'must be an absolute http or https URL' : null;
}

/** An address to which users can be redirected: on the web, or in an app whose scheme the account must also allow. */
export const redirectUrlSchema = z.string().superRefine((text, context) => {
  const message = redirectFault(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
});
