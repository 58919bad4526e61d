import { adoptStyles } from '../theme/adopt-styles.ts';
import type { MountOptions } from './mount.ts';

/**
 * The element that holds the flow, with a shadow root that the page's styles do not reach.
 *
 * @param styles - set through the CSSOM, which no Content-Security-Policy forbids.
 */
export function createShadowHost(
  styles: Readonly<Record<string, string>>,
  options: MountOptions,
): ShadowRoot {
  const host = document.createElement('div');
  host.setAttribute('data-vendor-orchestration', '');
  for (const [name, value] of Object.entries(styles)) host.style.setProperty(name, value, 'important');
  // A page whose modal is open may refuse to scroll what is outside of it, or what it cannot see into, as far as it hears of it.
  for (const type of ['wheel', 'touchmove']) {
    host.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
  }
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root, options.styleSheet, options.cspNonce);
  return root;
}
