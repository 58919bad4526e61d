import type { Placement } from '../config/parse-configuration.ts';

/**
 * Removes a flow that is already in the place. It belongs to another copy of the SDK, which the page loaded twice or a
 * development server has replaced, so its `close` may be out of reach. Removing it closes it: that copy stops its camera and
 * notifies its listeners.
 *
 * @returns resolved once that copy has noticed; mutation observers run before any promise awaited from now on.
 */
export async function clearPlace(placement: Placement): Promise<void> {
  // Started by a script in the head, before there was a body to stand in.
  if (!document.body) {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  }
  const place = placement.mode === 'inline' ? placement.container : document.body;
  for (const element of Array.from(place.children)) {
    if (element.hasAttribute('data-vendor-orchestration')) element.remove();
  }
}
