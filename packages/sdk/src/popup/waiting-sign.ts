/**
 * Shows in the still empty window that something is coming: a dot that breathes. No words, since no language is loaded
 * yet, and no markup: whatever policy the page has, the window inherits it, and none forbids this.
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
    // The user has closed it already: that is noticed when it is to be used.
  }
}
