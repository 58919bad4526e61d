const key = 'admin-panel-mode';

/** Whether live or test data was last looked at in this browser; null: neither, or the browser keeps nothing. */
export function recallMode(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers it for later visits, where the browser allows that. */
export function rememberMode(mode: 'live' | 'test'): void {
  try {
    localStorage.setItem(key, mode);
  } catch {
    // Refused or full: the panel works without.
  }
}
