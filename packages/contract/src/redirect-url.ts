import { z } from 'zod';

/**
 * Schemes that no user is ever sent to: they run code, read files or pages, or name an app together with another address
 * to fall back to.
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

const longestUrl = 2048;

/** Characters that addresses never have: programs strip or turn them, each in its own way. */
const foreign = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\<>"^`{|}]/u;

/** Scheme, and authority where there is one (RFC 3986, appendix B). */
const parts = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?/i;

const isWeb = (scheme: string) => scheme === 'http' || scheme === 'https';

/** The scheme of an address, in lower case; null when the text begins with none. */
export function parseScheme(text: string): string | null {
  return parts.exec(text)?.[1]?.toLowerCase() ?? null;
}

/** Whether a scheme is one that an app may have: well-formed (RFC 3986, section 3.1), not the web's and not forbidden. */
export function isAppScheme(scheme: string): boolean {
  const isForbidden = (forbiddenSchemes as readonly string[]).includes(scheme);
  return /^[a-z][a-z0-9+.-]{0,63}$/.test(scheme) && !isWeb(scheme) && !isForbidden;
}

/** Why a user cannot be sent to an address, whichever apps the account has; null when they can. */
export function redirectFault(text: string): string | null {
  const scheme = parseScheme(text);
  const authority = parts.exec(text)?.[2];
  if (scheme === null) return 'must be an absolute URL, such as https://shop.example/done';
  if (text.length > longestUrl) return `must have at most ${longestUrl} characters`;
  if (foreign.test(text))
    return 'must not contain blanks, control characters, backslashes or other characters of no URL';
  if (!isWeb(scheme) && !isAppScheme(scheme))
    return `has the scheme ${scheme.slice(0, 64)}, which is never allowed`;
  if (authority?.includes('@')) return 'must not contain a user name or password';
  if (isWeb(scheme) && !z.url({ hostname: /./, protocol: /^https?$/ }).safeParse(text).success)
    return 'must be an absolute http or https URL';
  return isWeb(scheme) && !authority ? 'must be an absolute http or https URL' : null;
}

/** An address that users can be sent to: of the web, or of an app whose scheme the account must allow besides. */
export const redirectUrlSchema = z.string().superRefine((text, context) => {
  const message = redirectFault(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
});
