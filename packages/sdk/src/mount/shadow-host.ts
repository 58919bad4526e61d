import { adoptStyles } from '../theme/adopt-styles.ts';
import type { MountOptions } from './mount.ts';

/**
 * Creates the element that holds the flow, with a shadow root that the page's styles do not reach.
 *
 * @param styles - set through the CSSOM, which no Content-Security-Policy forbids.
 */
export function createShadowHost(
  styles: Readonly<Record<string, string>>,
  options: MountOptions,
): ShadowRoot {
  const host = document.createElement('div');
  host.setAttribute('data-vendor-orchestration', '');
  // Mantine listens on the window before everything else, and ignores elements with this attribute.
  host.setAttribute('data-mantine-stop-propagation', 'true');
  for (const [name, value] of Object.entries(styles)) host.style.setProperty(name, value, 'important');
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
  adoptStyles(root, options.styleSheet, options.cspNonce);
  return root;
}
