/** A cookie: the service reads it, too, and lets the list be asked for while the panel is on its way. */
const name = 'admin-mode';

const secondsPerYear = 365 * 24 * 3600;

/** Whether live or test data was last looked at in this browser; null: neither, or the browser keeps nothing. */
export function recallMode(): string | null {
  return new RegExp(`(?:^|; )${name}=(\\w+)`).exec(document.cookie)?.[1] ?? null;
}

/** Remembers it for later visits, where the browser allows that. */
export function rememberMode(mode: 'live' | 'test'): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no other way.
  document.cookie = `${name}=${mode}; path=/admin; max-age=${secondsPerYear}; samesite=strict${secure}`;
}
