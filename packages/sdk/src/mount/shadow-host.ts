import { adoptStyles } from '../theme/adopt-styles.ts';
import type { MountOptions } from './mount.ts';

/**
 * What a page does not hear of, as it would take it for something done on its own element: one whose modal is open refuses to
 * scroll what it cannot see into; keys of its own swallow letters, and its Escape closes what lies behind the flow.
 */
const held = ['wheel', 'touchmove', 'keydown', 'keypress', 'keyup', 'paste'];

/**
 * The element that holds the flow, with a shadow root that the page's styles do not reach.
 *
 * @param styles - set through the CSSOM, which no Content-Security-Policy forbids.
 * @param alsoHeld - further events that are kept from the page; nobody can from those of its listeners that capture.
 */
export function createShadowHost(
  styles: Readonly<Record<string, string>>,
  options: MountOptions,
  alsoHeld: readonly string[] = [],
): ShadowRoot {
  const host = document.createElement('div');
  host.setAttribute('data-vendor-orchestration', '');
  for (const [name, value] of Object.entries(styles)) host.style.setProperty(name, value, 'important');
  for (const type of [...held, ...alsoHeld]) {
    host.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
  }
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root, options.styleSheet, options.cspNonce);
  return root;
}
