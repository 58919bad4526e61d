/**
 * Shows a pulsing dot in the still empty popup. Uses no words, because no language is loaded yet, and no markup, because the
 * popup inherits the page's Content-Security-Policy, which never forbids the CSSOM.
 */
export function showWaitingSign(popup: Window): void {
  try {
    const { document: empty } = popup;
    empty.title = document.title;
    empty.documentElement.style.colorScheme = 'light dark';
    const dot = empty.body.appendChild(empty.createElement('div'));
    const look =
      'position:fixed;top:50%;left:50%;width:16px;height:16px;margin:-8px;border-radius:8px;background:gray';
    dot.style.cssText = look;
    if (matchMedia('(prefers-reduced-motion:reduce)').matches) return;
    dot.animate({ opacity: [0.15, 0.8] }, { duration: 800, direction: 'alternate', iterations: 1 / 0 });
  } catch {
    // The user has already closed it, which is noticed when the popup is used.
  }
}
