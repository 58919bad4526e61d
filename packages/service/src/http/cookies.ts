import type { RequestContext } from './app-environment.ts';

/** Cookies of the Admin Panel: of the session, and of a device that somebody has signed in by. */
export type CookieName = 'admin' | 'device';

const names = {
  secure: { admin: '__Host-admin', device: '__Host-admin-device' },
  // Browsers take no other from http, which people use in development.
  plain: { admin: 'admin-session', device: 'admin-device' },
} as const;

/** The value of a cookie of a request; null: there is none. */
export function readCookie(context: RequestContext, name: CookieName): string | null {
  return readAnyCookie(context, nameOf(context, name));
}

/** The value of a cookie that the service has not set itself; null: there is none. @param wanted - its whole name. */
export function readAnyCookie(context: RequestContext, wanted: string): string | null {
  for (const pair of (context.req.header('cookie') ?? '').split(';')) {
    const [found, ...value] = pair.split('=');
    if (found?.trim() === wanted) return value.join('=').trim();
  }
  return null;
}

/** A `Set-Cookie` header, for this service alone and no script. @param seconds - 0 removes it. */
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
