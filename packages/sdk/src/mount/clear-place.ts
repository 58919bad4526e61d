import type { Placement } from '../config/parse-configuration.ts';

/**
 * Takes away a flow that stands where one is to open. Of this copy of the SDK none can; it is that of another one, which the
 * page carries twice or a development server has replaced while its flow was open, and whose `close` nobody may hold any
 * more. What the page removes is closed: that copy stops its camera and tells its own listeners.
 *
 * @returns resolved once that copy has noticed, which mutation observers do before any promise that is waited for from now on.
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
