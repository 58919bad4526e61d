/** Name of a cookie, which the service also reads in order to preload the list. */
const name = 'admin-mode';

const secondsPerYear = 365 * 24 * 3600;

/** Returns the mode, live or test, last used in this browser; null if it is unknown. */
export function recallMode(): string | null {
  return new RegExp(`(?:^|; )${name}=(\\w+)`).exec(document.cookie)?.[1] ?? null;
}

/** Remembers the mode for later visits, if the browser allows cookies. */
export function rememberMode(mode: 'live' | 'test'): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no other way.
  document.cookie = `${name}=${mode}; path=/admin; max-age=${secondsPerYear}; samesite=strict${secure}`;
}
