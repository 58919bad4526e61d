import type { RequestContext } from './app-environment.ts';

/** Cookies of the Admin Panel: the session, and a device on which a person has signed in. */
export type CookieName = 'admin' | 'device';

const names = {
  secure: { admin: '__Host-admin', device: '__Host-admin-device' },
  // Without prefix: over http, as in development, browsers refuse prefixed cookies.
  plain: { admin: 'admin-session', device: 'admin-device' },
} as const;

/** Reads a cookie of a request; null: none. */
export function readCookie(context: RequestContext, name: CookieName): string | null {
  return readAnyCookie(context, nameOf(context, name));
}

/** Reads a cookie that another program may have set; null: none. @param cookieName - full name of the cookie. */
export function readAnyCookie(context: RequestContext, cookieName: string): string | null {
  for (const pair of (context.req.header('cookie') ?? '').split(';')) {
    const [found, ...value] = pair.split('=');
    if (found?.trim() === cookieName) return value.join('=').trim();
  }
  return null;
}

/**
 * Formats a `Set-Cookie` header for a cookie that only this service receives and no script can read.
 *
 * @param seconds - lifetime; 0 removes the cookie.
 */
export function formatCookie(
  context: RequestContext,
  name: CookieName,
  value: string,
  seconds: number,
): string {
  const secure = isOverHttps(context) ? '; Secure' : '';
  return `${nameOf(context, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

function nameOf(context: RequestContext, name: CookieName): string {
  return names[isOverHttps(context) ? 'secure' : 'plain'][name];
}

function isOverHttps(context: RequestContext): boolean {
  return context.get('ownAddress').publicUrl.startsWith('https:');
}
