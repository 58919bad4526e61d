import type { Placement } from '../config/parse-configuration.ts';

/**
 * Removes a flow that already occupies the place. It belongs to another copy of the SDK, which the page loaded twice or a
 * development server has replaced, so its `close` may be out of reach. Removing it closes it: that copy stops its camera and
 * notifies its listeners.
 *
 * @returns a promise that resolves once that copy has noticed; its mutation observers run before the promise resolves.
 */
export async function clearPlace(placement: Placement): Promise<void> {
  // Started by a script in the head, before the document has a body.
  if (!document.body) {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  }
  const place = placement.mode === 'inline' ? placement.container : document.body;
  for (const element of Array.from(place.children)) {
    if (element.hasAttribute('data-vendor-orchestration')) element.remove();
  }
}
